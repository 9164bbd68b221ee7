/** The ports and sockets at which processes listen. */
import type { Config } from '../config/config';
import { inheritedSocket } from '../config/inherited-socket';
import type { Place } from '../http/listen';

export function placeOfWeb({ HOST, PORT }: Config): Place {
  const fd = inheritedSocket();
  if (fd !== null) return { fd, variables: 'LISTEN_FDS' };
  return typeof PORT === 'string' ? { path: PORT, variables: 'PORT' } : { host: HOST, port: PORT, variables: 'HOST, PORT' };
}

/**
 * Where a process responds while it waits for its database; null: nowhere. On a socket that systemd passes, requests wait, too:
 * closing it would end it.
 */
export function placeToWait(name: 'web' | 'worker', config: Config): Place | null {
  if (name === 'worker') {
    const { HOST: host, METRICS_PORT: port } = config;
    return port === undefined ? null : { host, port, variables: 'HOST, METRICS_PORT' };
  }
  const place = placeOfWeb(config);
  return 'fd' in place ? null : place;
}
