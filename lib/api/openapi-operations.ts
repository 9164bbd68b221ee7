/** Endpoints as operations of the API's document. */
import type * as z from 'zod';
import type { RouteDescription } from './define-route';
import type { PrintSchema, Schema } from './openapi-schemas';
import { responsesOf } from './responses-document';

export interface Parameter {
  schema: Schema;
  required: boolean;
  description?: string;
  name: string;
  in: Place;
}

/** The part of a request that a parameter is in. */
type Place = 'path' | 'query' | 'header';

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: readonly object[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: Record<string, { schema: Schema }> };
  responses: Record<string, Schema>;
}

/** Names of the security schemes by which a request shows its key, or its session. */
const KEY_NEEDED = [{ apiKey: [] }, { bearer: [] }];
const SESSION = [{ session: [] }];
const SECURITY = { needed: KEY_NEEDED, optional: [{}, ...KEY_NEEDED] };

export function operationOf(route: Extract<RouteDescription, { description: string }>, print: PrintSchema): Operation {
  const { operationId = '', tag, summary, description, key, session, params, query, headers } = route;
  const json = route.body ?? route.streamedBody;
  const bodies = json ? { 'application/json': json } : route.rawBody;
  const parameters = [
    ...parametersOf(params, 'path', print),
    ...parametersOf(query, 'query', print),
    ...parametersOf(headers, 'header', print),
  ];
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: session ? SESSION : key ? SECURITY[key] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(bodies && { requestBody: bodyOf(bodies, print) }),
    responses: responsesOf(route, print),
  };
}

export function parametersOf(fields: z.ZodObject | undefined, where: Place, print: PrintSchema): Parameter[] {
  if (!fields) return [];
  const { properties = {}, required = [] } = print(fields, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    schema,
    required: required.includes(name),
    ...(schema.description !== undefined && { description: schema.description }),
    name,
    in: where,
  }));
}

export const bodyOf = (schemas: Readonly<Record<string, z.ZodType>>, print: PrintSchema): NonNullable<Operation['requestBody']> => ({
  required: true,
  content: Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema: print(schema, 'input') }])),
});
