import { services } from '#lib/composition/services';
import { endpoint } from '#lib/http/endpoint';
import { HEALTH_HEADERS } from '#lib/http/headers';
import { json } from '#lib/http/reply';

const alive = async () => json(200, { status: 'ok' });

/** Liveness: the process answers. Checks nothing else: a restart would mend nothing else. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: alive, HEAD: alive },
  { headers: HEALTH_HEADERS, prepare: async () => undefined, log: async () => (await services()).log },
);
