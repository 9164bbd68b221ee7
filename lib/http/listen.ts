import { once } from 'node:events';
import { chmod, lstat, unlink } from 'node:fs/promises';
import { connect, type Server } from 'node:net';
import { OperatorError } from '../errors/operator-error';

/** Owner and group of the socket's file may connect: the proxy's user is put into the service's group. */
const SOCKET_MODE = 0o660;

/** A port or socket to listen at, and the variables that name it, for messages. */
export type Place =
  | { host: string; port: number; variables: string }
  /** The path of a unix socket. */
  | { path: string; variables: string }
  /** A listening socket that this process has inherited. */
  | { fd: number; variables: string };

/** @throws OperatorError naming the variables when the place is taken or not allowed */
export async function listen(server: Server, place: Place): Promise<void> {
  try {
    await tryToListen(server, place).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' || !('path' in place) || !(await isLeftOver(place.path))) throw error;
      await unlink(place.path);
      await tryToListen(server, place);
    });
    if ('path' in place) await chmod(place.path, SOCKET_MODE);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'another program listens there' : code;
    throw new OperatorError(`${place.variables}: can't listen on ${nameOf(place)} (${reason})`, { cause });
  }
}

function nameOf(place: Place): string {
  if ('path' in place) return place.path;
  return 'fd' in place ? 'the socket that systemd passed' : `${place.host}, port ${place.port}`;
}

async function tryToListen(server: Server, place: Place): Promise<void> {
  const { variables: _, ...options } = place;
  server.listen(options);
  await once(server, 'listening');
}

/** Whether the path is a socket on which nobody listens, such as a killed process leaves. */
async function isLeftOver(path: string): Promise<boolean> {
  if (!(await lstat(path)).isSocket()) return false;
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}
