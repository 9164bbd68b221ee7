import { once } from 'node:events';
import type { Server } from 'node:net';
import { OperatorError } from '../errors/operator-error';

/** @param variable that sets the port @throws OperatorError naming the variable when the port is taken or not allowed */
export async function listen(server: Server, host: string, port: number, variable: 'PORT' | 'METRICS_PORT'): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'another program listens there' : code;
    throw new OperatorError(`HOST, ${variable}: can't listen on ${host}, port ${port} (${reason})`, { cause });
  }
}
