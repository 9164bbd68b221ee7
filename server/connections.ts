/** The connections of a server: bounded in total and for each address, each with its unfinished responses. */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '#lib/config/config';
import { connectionAddress, limitIdentity } from '#lib/http/client-address';
import { createRoom } from './room';

/** Connections beyond the limit, for health checks. */
const SPARE_CONNECTIONS = 32;

const NO_RESPONSES: readonly ServerResponse[] = [];

/** What is the same for all requests of a connection. */
export interface Connection {
  /** The client's, whatever it sends; null when that is a proxy's, or isn't known. */
  address: string | null;
  identity: string | null;
  /** The unfinished ones. Mostly one: who pipelines has more. */
  responses: ServerResponse[];
  /** Beyond HTTP_MAX_CONNECTIONS. */
  isSpare: boolean;
}

export function trackConnections(server: Server, { HTTP_MAX_CONNECTIONS, HTTP_MAX_CONNECTIONS_PER_ADDRESS, TRUST_PROXY }: Config) {
  server.maxConnections = HTTP_MAX_CONNECTIONS + SPARE_CONNECTIONS;
  const room = createRoom(server.maxConnections, { each: HTTP_MAX_CONNECTIONS_PER_ADDRESS });
  const tracked = new WeakMap<object, Connection>();
  const open = new Set<Connection>();

  server.on('connection', (socket: Socket) => {
    const address = connectionAddress(socket.remoteAddress, TRUST_PROXY);
    const identity = address === null ? null : limitIdentity(address);
    if (!room.take(identity)) return void socket.destroy();
    const responses: ServerResponse[] = [];
    const connection = { address, identity, responses, isSpare: room.count() > HTTP_MAX_CONNECTIONS };
    tracked.set(socket, connection);
    open.add(connection);
    socket.once('close', () => {
      room.release(identity);
      open.delete(connection);
      // Node closes the first response of the connection only, not those to pipelined requests.
      for (const outgoing of [...responses]) if (outgoing.socket === null) outgoing.emit('close');
    });
  });

  return {
    /** Undefined for a socket that came another way, as in tests. */
    of: (socket: object) => tracked.get(socket),
    responsesOf: (socket: object) => tracked.get(socket)?.responses ?? NO_RESPONSES,
    /** Unfinished responses of all connections. Not a Set of their own: its discarded tables would keep what they had in memory. */
    unfinished: () => [...open].flatMap(({ responses }) => responses),
  };
}

/** The response has ended. */
export function forget({ responses }: Connection, outgoing: ServerResponse): void {
  const index = responses.indexOf(outgoing);
  if (index >= 0) responses.splice(index, 1);
}
