import * as z from 'zod';
import type { Services } from '../composition/services';
import type { RequestContext } from '../http/context';
import { NotFoundError, UnauthorizedError } from '../http/errors';
import { PRIVATE_HEADERS, SEEN_HEADER } from '../http/headers';
import { readinessOf } from '../http/readiness';
import { isBearer } from '../http/request-headers';
import { within } from '../http/within';
import type { ObjectStore } from '../store/object-store';
import { doctorToken } from '../vault/vault';
import { defineRoute, operations } from './define-route';
import { uncounted } from './policies';

/** Time for the object store to respond to a monitor. */
const STORE_MS = 2_000;

/** Monitors ask often, and a check costs one small query. */
const policy = uncounted(PRIVATE_HEADERS);
const healthSchema = z.strictObject({ status: z.literal('ok') }).meta({ id: 'Health' });
const readinessSchema = z
  .strictObject({
    status: z.enum(['ok', 'error']),
    db: z.enum(['connected', 'disconnected']),
    reason: z.string().optional().meta({ description: 'Why the schema of the database is not one that this version can use.' }),
    store: z
      .enum(['connected', 'disconnected'])
      .optional()
      .meta({ description: 'With `deep` and `CONTENT_STORE` only: without the store, large contents get 503 and everything else works.' }),
    workers: z.int().min(0).optional().meta({ description: 'With `deep` only: how many workers run.' }),
  })
  .meta({ id: 'Readiness' });

const DISCONNECTED = { status: 'error', db: 'disconnected' } as const;

const stateOf = (store: ObjectStore) =>
  within(STORE_MS, store.has('v1/none')).then(
    () => 'connected' as const,
    () => 'disconnected' as const,
  );

export const healthRoutes = operations({
  /** Liveness: the process responds. Nothing else is checked, since a restart would repair nothing else. */
  checkHealth: defineRoute('GET', '/healthz', {
    policy,
    summary: 'Check whether the process runs',
    tag: 'Health',
    description: 'Looks at nothing else: not at the database, not at the workers.',
    responses: { 200: { description: 'The process runs.', schema: healthSchema } },
    handle: async ({ context, services }) => ({ json: { status: 'ok' }, headers: seenBy(context, services) }),
  }),
  /** Readiness: the database responds, may be written to and has a usable schema, and the process isn't stopping. */
  checkReadiness: defineRoute('GET', '/readyz', {
    policy,
    summary: 'Check whether the process takes requests',
    tag: 'Health',
    description:
      'The process takes requests while the database can be written to and has a schema that this version can use, and the process is not stopping.',
    query: z.object({ deep: z.string().optional().meta({ description: 'With any value, the response is 503 while no worker runs.' }) }),
    responses: {
      200: { description: 'The process takes requests.', schema: readinessSchema },
      503: { description: 'The process takes no requests now.', schema: readinessSchema },
    },
    async handle({ query, services }) {
      const readiness = services.stopping ? DISCONNECTED : await readinessOf(services.db, services.log);
      const json = readiness.status === 'ok' && query.deep !== undefined ? await readDeeply(services) : readiness;
      return { status: json.status === 'ok' ? 200 : 503, json };
    },
  }),
  /** Metrics for Prometheus, which sends METRICS_TOKEN. The address does not exist while no token is configured. */
  readMetrics: defineRoute('GET', '/metrics', {
    policy,
    summary: 'What this process counts',
    headers: z.object({ Authorization: z.string().optional() }),
    responses: { 200: { description: 'As Prometheus reads it.', contentTypes: ['text/plain'] } },
    errors: ['unauthorized'],
    async handle({ header, services: { config, metrics } }) {
      if (config.METRICS_TOKEN === undefined) throw new NotFoundError();
      if (!isBearer(header('Authorization'), config.METRICS_TOKEN)) throw new UnauthorizedError();
      return { status: 200, headers: { 'Content-Type': metrics.contentType }, body: await metrics.render() };
    },
  }),
});

/** Tells the doctor, and nobody else, which client the process saw, so that a proxy's faults are found. */
function seenBy({ incoming, clientAddress }: RequestContext, { keyring }: Services): Record<string, string> {
  const { authorization, 'x-forwarded-for': forwardedFor = null } = incoming?.headers ?? {};
  if (authorization === undefined || !isBearer(authorization, doctorToken(keyring))) return {};
  return { [SEEN_HEADER]: encodeURIComponent(JSON.stringify({ clientAddress, forwardedFor })) };
}

/** Readiness for monitors only: without a worker this process still serves requests. */
async function readDeeply({ vitals, contentStore: store }: Services): Promise<z.output<typeof readinessSchema>> {
  const workers = (await vitals().catch(() => null))?.workers;
  if (workers === undefined) return DISCONNECTED;
  return { status: workers > 0 ? 'ok' : 'error', db: 'connected', ...(store ? { store: await stateOf(store) } : {}), workers };
}
