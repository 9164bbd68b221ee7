import type { ShownOperation } from './api-docs-data';

interface RequestValues {
  /** Values by parameter name; '' leaves the parameter out. */
  parameters: Readonly<Record<string, string>>;
  body: string;
}

/** Placeholders in commands until somebody fills them in. */
export const PLACEHOLDERS = {
  publicId: 'yTFk30gcJuVvqs9M2GbEeXnA',
  apiKey: 'sp_…',
  manageToken: 'MANAGE_TOKEN',
  requestId: 'REQUEST_ID',
  webhookId: 'WEBHOOK_ID',
  deliveryId: 'DELIVERY_ID',
  chatId: 'CHAT_ID',
} as const;
export type Placeholder = keyof typeof PLACEHOLDERS;

/** Finds the placeholder of a path's parameter; some are just called `id`. */
function placeholderOf(path: string, parameter: string): Placeholder | null {
  if (parameter === 'publicId' || parameter === 'requestId' || parameter === 'deliveryId') return parameter;
  if (parameter !== 'id') return null;
  return path.includes('/webhooks/') ? 'webhookId' : 'chatId';
}

export const MANAGE_TOKEN_HEADER = 'X-Service-Manage-Token';

/** Returns an operation's example values, without the optional parameters. */
function initialValues({ parameters, body }: Pick<ShownOperation, 'parameters' | 'body'>): RequestValues {
  return {
    parameters: Object.fromEntries(parameters.map(({ name, isRequired, example }) => [name, isRequired ? example : ''])),
    body: body?.example ?? '',
  };
}

export function placeholderValues(operation: ShownOperation): RequestValues {
  const values = initialValues(operation);
  const ids = operation.parameters
    .filter(({ place }) => place === 'path')
    .map(({ name }) => [name, placeholderOf(operation.path, name)] as const)
    .filter((pair): pair is [string, Placeholder] => pair[1] !== null);
  return { ...values, parameters: { ...values.parameters, ...Object.fromEntries(ids.map(([name, id]) => [name, PLACEHOLDERS[id]])) } };
}

/** @param baseUrl this service's address @param apiKey '' for none */
export function toRequest(operation: ShownOperation, baseUrl: string, values: RequestValues, apiKey: string): ShownRequest {
  const given = operation.parameters.filter(({ name }) => values.parameters[name]);
  const of = (place: string) =>
    given.filter((field) => field.place === place).map(({ name }) => [name, values.parameters[name] ?? ''] as const);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.parameters[name] || name));
  const query = new URLSearchParams(of('query').map(([name, value]) => [name, value])).toString();
  return {
    method: operation.method,
    url: `${baseUrl}${path}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...(apiKey === '' ? {} : { 'X-Api-Key': apiKey }),
      ...Object.fromEntries(of('header')),
      ...(operation.body ? { 'Content-Type': operation.body.type } : {}),
    },
    body: operation.body ? values.body : null,
  };
}

export interface ShownRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

/** A curl command for the request, quoted so that the shell runs nothing in it. */
export function toCurl({ method, url, headers, body }: ShownRequest): string {
  const isDefault = method === (body === null ? 'GET' : 'POST');
  const flags = method === 'HEAD' ? '-sI' : isDefault ? '-s' : `-s -X ${method}`;
  const parts = [
    `curl ${flags} ${quote(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    // `--data-raw`: a body that begins with @ is no file's name.
    ...(body === null ? [] : [`--data-raw ${quote(body)}`]),
  ];
  return parts.join(' \\\n  ');
}

/** Quotes a text as one word of the shell, unless it has only harmless characters. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
