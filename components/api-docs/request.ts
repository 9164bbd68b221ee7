/** Builds a request from the fields of the page. */
import type { ShownOperation } from './api-docs.data';
import type { ShownRequest } from './curl';

export interface RequestValues {
  /** By name of the parameter; '' is left out. */
  parameters: Readonly<Record<string, string>>;
  body: string;
}

/** What stands in a command until somebody fills it in. */
export const PLACEHOLDERS = { publicId: 'yTFk30gcJuVvqs9M2GbEeXnA', apiKey: 'sp_…', manageToken: 'MANAGE_TOKEN' } as const;
export const MANAGE_TOKEN_HEADER = 'X-Service-Manage-Token';

/** An example of each operation; what may be left out is. */
export function initialValues({ parameters, body }: ShownOperation): RequestValues {
  return {
    parameters: Object.fromEntries(parameters.map(({ name, isRequired, example }) => [name, isRequired ? example : ''])),
    body: body?.example ?? '',
  };
}

/** @param baseUrl of this service; its path alone for an address on this origin @param apiKey '' for none */
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
