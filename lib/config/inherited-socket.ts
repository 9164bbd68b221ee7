import { OperatorError } from '../errors/operator-error';

/** Number of the first file that systemd passes (sd_listen_fds(3)). */
const FIRST_FD = 3;

/**
 * The socket on which systemd listens for this process (socket activation); null when there is none.
 * @throws OperatorError when systemd passes more than one
 */
export function inheritedSocket(env: NodeJS.ProcessEnv = process.env, pid = process.pid): number | null {
  // Children of the process that it was meant for inherit the variables, too.
  if (env.LISTEN_PID !== String(pid)) return null;
  if (env.LISTEN_FDS !== '1') throw new OperatorError(`LISTEN_FDS: expected one socket, got ${env.LISTEN_FDS}: name one ListenStream`);
  return FIRST_FD;
}
