/** The connections of a server: bounded in total and for each address, each with its unfinished responses. */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '#lib/config/config';
import { connectionAddress, limitIdentity } from '#lib/http/client-address';
import { createSlots } from './slots';

/** Connections beyond the limit, for health checks. */
const SPARE_CONNECTIONS = 32;

const NO_RESPONSES: ReadonlySet<ServerResponse> = new Set();

/** What is the same for all requests of a connection. */
interface Connection {
  /** Whom it counts against; null when that is a proxy. */
  address: string | null;
  identity: string | null;
  /** The unfinished ones. */
  responses: Set<ServerResponse>;
  /** Beyond HTTP_MAX_CONNECTIONS. */
  isSpare: boolean;
}

export function trackConnections(server: Server, { HTTP_MAX_CONNECTIONS, HTTP_MAX_CONNECTIONS_PER_ADDRESS, TRUST_PROXY }: Config) {
  server.maxConnections = HTTP_MAX_CONNECTIONS + SPARE_CONNECTIONS;
  const slots = createSlots({ total: server.maxConnections, each: HTTP_MAX_CONNECTIONS_PER_ADDRESS });
  const tracked = new WeakMap<object, Connection>();

  server.on('connection', (socket: Socket) => {
    const address = connectionAddress(socket.remoteAddress, TRUST_PROXY);
    const identity = address === null ? null : limitIdentity(address);
    if (!slots.take(identity)) return void socket.destroy();
    const responses = new Set<ServerResponse>();
    tracked.set(socket, { address, identity, responses, isSpare: slots.count() > HTTP_MAX_CONNECTIONS });
    socket.once('close', () => {
      slots.release(identity);
      // Node closes the first response of the connection only, not those to pipelined requests.
      for (const outgoing of responses) if (outgoing.socket === null) outgoing.emit('close');
    });
  });

  return {
    /** Undefined for a socket that came another way, as in tests. */
    of: (socket: object) => tracked.get(socket),
    responsesOf: (socket: object) => tracked.get(socket)?.responses ?? NO_RESPONSES,
  };
}
