/**
 * The connections of a server: bounded in total and for each address, each with its unfinished responses.
 *
 * Guarantees: a connection beyond HTTP_MAX_CONNECTIONS takes the place of the one that has been silent longest. So connections
 * without a request keep nobody out, and health checks are served while every place is taken.
 * Not protected: connections that all have requests under way, which HTTP_MAX_REQUESTS bounds.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '#lib/config/config';
import { connectionAddress, limitIdentity } from '#lib/http/client-address';
import { createPlaces } from './places';

/** Connections beyond HTTP_MAX_CONNECTIONS that health checks can use while no connection is silent. */
const SPARE_CONNECTIONS = 32;

const LOOPBACK = '127.0.0.1';

/** Data that all requests of a connection share. */
export interface Connection {
  /** The client's address, taken from the socket; null when it is a proxy's or unknown. */
  address: string | null;
  /** The address as limits count it (IPv6: the /64 network); null when it is a proxy's or unknown. */
  identity: string | null;
  /** The unfinished responses: usually one, more for a client that pipelines. */
  responses: ServerResponse[];
  /** Whether it was accepted beyond HTTP_MAX_CONNECTIONS. */
  isSpare: boolean;
  socket: Socket;
  /** Address of the other end. The processes that reach a unix socket are on this machine, and so count as 127.0.0.1. */
  peer: string | undefined;
}

export function trackConnections(server: Server, { HTTP_MAX_CONNECTIONS, HTTP_MAX_CONNECTIONS_PER_ADDRESS, TRUST_PROXY }: Config) {
  server.maxConnections = HTTP_MAX_CONNECTIONS + SPARE_CONNECTIONS;
  const places = createPlaces(server.maxConnections, { each: HTTP_MAX_CONNECTIONS_PER_ADDRESS });
  const tracked = new WeakMap<object, Connection>();
  const open = new Set<Connection>();
  /** Open connections without an unfinished response, the longest silent first. */
  const silent = new Set<Connection>();

  let isUnixSocket: boolean | undefined;

  /** Frees the place of a connection, which may happen before its socket has closed. */
  function release(connection: Connection): void {
    if (!open.delete(connection)) return;
    silent.delete(connection);
    places.release(connection.identity);
  }

  function endLongestSilent(): void {
    const [longest] = silent;
    if (!longest) return;
    release(longest);
    longest.socket.destroy();
  }

  server.on('connection', (socket: Socket) => {
    isUnixSocket ??= !isTcp(server);
    const peer = isUnixSocket ? LOOPBACK : socket.remoteAddress;
    const address = connectionAddress(peer, TRUST_PROXY);
    const identity = address === null ? null : limitIdentity(address);
    if (!places.take(identity)) return void socket.destroy();
    if (places.count() > HTTP_MAX_CONNECTIONS) endLongestSilent();
    const responses: ServerResponse[] = [];
    const connection = { address, identity, responses, isSpare: places.count() > HTTP_MAX_CONNECTIONS, socket, peer };
    tracked.set(socket, connection);
    open.add(connection);
    silent.add(connection);
    socket.once('close', () => {
      release(connection);
      // Node closes only the first response of a connection, not those to pipelined requests.
      for (const outgoing of [...responses]) if (outgoing.socket === null) outgoing.emit('close');
    });
  });

  return {
    /** The connection of a request. A socket that got no place is closed before it brings one. */
    of: (socket: object) => tracked.get(socket) as Connection,
    responsesOf: (socket: object): readonly ServerResponse[] => tracked.get(socket)?.responses ?? [],
    /** Adds a response that has begun. */
    begin(connection: Connection, outgoing: ServerResponse): void {
      connection.responses.push(outgoing);
      silent.delete(connection);
    },
    /** Removes a response that has ended. */
    end(connection: Connection, outgoing: ServerResponse): void {
      const index = connection.responses.indexOf(outgoing);
      if (index >= 0) connection.responses.splice(index, 1);
      if (connection.responses.length === 0 && open.has(connection)) silent.add(connection);
    },
    /** Unfinished responses of all connections. A Set of them would keep ended responses in memory, in tables that V8 has discarded. */
    unfinished: () => [...open].flatMap(({ responses }) => responses),
  };
}

/** Whether a listening server has an address and a port. Not asked of a connection, which has no address once it is reset. */
function isTcp(server: Server): boolean {
  const address = server.address();
  return typeof address === 'object' && address !== null;
}
