import type { ShownField, ShownOperation } from './api-docs-data';

/** Placeholders stand in commands for what only the caller knows. The id is the one of the examples in the API's description. */
export const PLACEHOLDERS = {
  publicId: 'yTFk30gcJuVvqs9M2GbEeXnA',
  apiKey: 'sp_…',
  manageToken: 'MANAGE_TOKEN',
  requestId: 'REQUEST_ID',
  webhookId: 'WEBHOOK_ID',
  deliveryId: 'DELIVERY_ID',
  chatId: 'CHAT_ID',
} as const;
type Placeholder = keyof typeof PLACEHOLDERS;

/** Finds the placeholder of a path's parameter; some are just called `id`. */
function placeholderOf(path: string, parameter: string): Placeholder | null {
  if (parameter === 'publicId' || parameter === 'requestId' || parameter === 'deliveryId') return parameter;
  if (parameter !== 'id') return null;
  return path.includes('/webhooks/') ? 'webhookId' : 'chatId';
}

export const MANAGE_TOKEN_HEADER = 'X-Service-Manage-Token';

/** The request of an operation with the examples of what it requires, and without credentials. @param baseUrl this service's address */
export function toRequest({ method, path, parameters, body }: ShownOperation, baseUrl: string): ShownRequest {
  const of = (place: ShownField['place']) =>
    parameters.flatMap((field) =>
      field.place === place && field.isRequired && field.example ? [[field.name, field.example] as const] : [],
    );
  const ids = new Map(of('path'));
  const segmentOf = (name: string) => {
    const placeholder = placeholderOf(path, name);
    return placeholder === null ? ids.get(name) || name : PLACEHOLDERS[placeholder];
  };
  const query = new URLSearchParams(of('query').map(([name, value]) => [name, value])).toString();
  return {
    method,
    url: `${baseUrl}${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(segmentOf(name)))}${query && `?${query}`}`,
    headers: { ...Object.fromEntries(of('header')), ...(body ? { 'Content-Type': body.type } : {}) },
    body: body?.example ?? null,
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
