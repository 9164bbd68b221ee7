/** A server that responds like the endpoints, but wrongly in one operation: for tests that clients don't believe it. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonSchema } from '../json-schema-check';
import * as operations from '../operations.generated';
import { honest } from './lies';

export type OperationName = Exclude<keyof typeof operations, 'errorSchema'>;

export interface Said {
  status?: number;
  headers?: Record<string, string>;
  body: string | Uint8Array;
}

interface Asked {
  /** Parsed; null: none, or no JSON. */
  body: unknown;
}

export interface LyingServer {
  url: string;
  /** The schema of the endpoint's JSON response. */
  schemaOf(operation: OperationName): JsonSchema;
  /** The endpoint's right response. */
  truthOf(operation: OperationName): Promise<unknown>;
  /** Names of the operations that were called since `lie`. */
  asked(): OperationName[];
  /** Makes the operation respond so from now on, and all others rightly. Null: all respond rightly. */
  lie(lie: { operation: OperationName; said: Said } | null): void;
  close(): Promise<void>;
}

const all = Object.entries(operations).flatMap(([name, operation]) =>
  'path' in operation ? [{ name: name as OperationName, ...operation, form: formOf(operation.path) }] : [],
);

function formOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
}

/** @param truths responses of operations that need more than a fitting value */
export async function startLyingServer(
  truths: Partial<Record<OperationName, (asked: Asked) => Said | Promise<Said>>>,
): Promise<LyingServer> {
  let lie: { operation: OperationName; said: Said } | null = null;
  let asked: OperationName[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const path = new URL(request.url ?? '', 'http://localhost').pathname;
    const operation = all.find(({ method, form }) => method === request.method && form.test(path));
    if (!operation) return void response.writeHead(404).end();
    asked.push(operation.name);
    const truth = (await truths[operation.name]?.({ body })) ?? truthOf(operation.response);
    const said = lie?.operation === operation.name ? { ...truth, ...lie.said } : truth;
    response.writeHead(said.status ?? 200, { 'Content-Type': 'application/json', ...said.headers });
    response.end(request.method === 'HEAD' ? undefined : said.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    schemaOf,
    async truthOf(operation) {
      const truth = (await truths[operation]?.({ body: null })) ?? truthOf(schemaOf(operation));
      return JSON.parse(String(truth.body));
    },
    asked: () => asked,
    lie(next) {
      [lie, asked] = [next, []];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function schemaOf(operation: OperationName): JsonSchema {
  const schema = all.find(({ name }) => name === operation)?.response;
  if (!schema) throw new Error(`${operation} returns no JSON`);
  return schema;
}

const truthOf = (schema: JsonSchema | null): Said => ({ body: schema === null ? '' : JSON.stringify(honest(schema)) });

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
