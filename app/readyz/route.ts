import { services } from '#lib/composition/services';
import { endpoint } from '#lib/http/endpoint';
import { HEALTH_HEADERS } from '#lib/http/headers';
import { json } from '#lib/http/reply';
import { within } from '#lib/http/within';

/** Who asks whether this process may have requests waits no longer than for one of them. */
const ANSWER_MS = 2_000;

async function ready(request: Request) {
  const { db, log, stopping } = await services();
  try {
    if (!stopping) {
      await within(ANSWER_MS, db.ping());
      if (new URL(request.url).searchParams.has('deep')) return await deep();
      return json(200, { status: 'ok', db: 'connected' });
    }
  } catch (err) {
    log.warn({ err }, 'not ready');
  }
  return json(503, { status: 'error', db: 'disconnected' });
}

/** For a monitor, never for a load balancer: without a worker this process still serves. */
async function deep() {
  const { workers } = await (await services()).vitals();
  return json(workers > 0 ? 200 : 503, { status: workers > 0 ? 'ok' : 'error', db: 'connected', workers });
}

/** Readiness: the database answers and may be written to, and the process isn't stopping. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: ready, HEAD: ready },
  { headers: HEALTH_HEADERS, prepare: async (request) => request, log: async () => (await services()).log },
);
