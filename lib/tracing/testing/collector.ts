/** A collector of traces on loopback: takes OTLP over HTTP in JSON, and remembers it. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, unknown>;
  failed: boolean;
  /** The `service.name` of its sender. */
  service: string;
}

interface Sent {
  resourceSpans: {
    resource: { attributes: SentAttribute[] };
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes'> & { attributes: SentAttribute[]; status: { code: number } })[] }[];
  }[];
}

interface SentAttribute {
  key: string;
  value: Record<string, unknown>;
}

export interface Collector {
  url: string;
  /** The bodies of all requests, as they came. */
  bodies: string[];
  headers: IncomingHttpHeaders[];
  spans(): CollectedSpan[];
  /** Status of the responses from now on, also to requests that hang; null: none, the requests hang. */
  respondWith(status: number | null): void;
  stop(): Promise<void>;
}

const STATUS_ERROR = 2;

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  let status: number | null = 200;
  const hanging: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('error', () => undefined);
    request.on('end', () => {
      if (request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/json') return void response.writeHead(404).end();
      bodies.push(Buffer.concat(pieces).toString('utf8'));
      headers.push(request.headers);
      if (status === null) hanging.push(response);
      else response.writeHead(status).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    headers,
    spans: () => bodies.flatMap(spansOf),
    respondWith: (next) => {
      status = next;
      if (next !== null) for (const response of hanging.splice(0)) response.writeHead(next).end('{}');
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const asObject = (attributes: SentAttribute[]) => Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

function spansOf(body: string): CollectedSpan[] {
  return (JSON.parse(body) as Sent).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ status, ...span }) => ({
        ...span,
        attributes: asObject(span.attributes),
        failed: status.code === STATUS_ERROR,
        service: String(asObject(resource.attributes)['service.name']),
      })),
    ),
  );
}
