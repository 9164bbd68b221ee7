import { endpoint } from '#lib/http/endpoint';
import { HEALTH_HEADERS } from '#lib/http/headers';
import { json } from '#lib/http/reply';
import { services } from '#lib/services/services';

async function ready() {
  const { db, log, stopping } = await services();
  try {
    if (!stopping) {
      await db.ping();
      return json(200, { status: 'ok', db: 'connected' });
    }
  } catch (err) {
    log.warn({ err }, 'not ready');
  }
  return json(503, { status: 'error', db: 'disconnected' });
}

/** Readiness: the database answers, and the process isn't stopping. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: ready, HEAD: ready },
  { headers: HEALTH_HEADERS, prepare: async () => undefined, log: async () => (await services()).log },
);
