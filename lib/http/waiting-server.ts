/** Responds for a process that can't use its database yet: alive, not ready, and 503 for everything else. */
import { randomUUID } from 'node:crypto';
import { withoutBasePath } from '../site/address.rules';
import { errorBody, HTTP_ERRORS } from './errors';
import type { Place } from './listen';
import { startMonitorServer } from './monitor-server';
import { unusable } from './readiness';
import { json } from './reply';

/** @param reason why the process isn't ready @throws OperatorError when the place is taken */
export const startWaitingServer = (place: Place, reason: () => string) =>
  startMonitorServer(place, async (incoming) => {
    const path = withoutBasePath(incoming.url ?? '').split('?')[0];
    // The connection ends before the service begins.
    const headers = { 'X-Request-Id': randomUUID(), Connection: 'close' };
    if (path === '/healthz') return json(200, { status: 'ok' }, headers);
    const body = path === '/readyz' ? unusable(reason()) : errorBody(HTTP_ERRORS.unavailable);
    return json(503, body, { ...headers, 'Retry-After': '5' });
  });
