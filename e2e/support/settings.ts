/** What the service runs on: one process on each database, and two of each kind on PostgreSQL and Redis. */
import { type Engine, engines } from '#lib/db/testing/test-database';
import { redisUrl } from '#lib/db/testing/test-redis';
import type { Environment } from './processes';

interface Setting {
  setting: string;
  engine: Engine;
  /** Web processes at a time. */
  processes: number;
  /** What their environment holds besides. */
  variables: Environment;
}

export const settings: readonly Setting[] = [
  ...engines.map((engine) => ({ setting: engine, engine, processes: 1, variables: {} })),
  ...(engines.includes('postgresql') && redisUrl !== null
    ? [{ setting: 'postgresql and redis by two', engine: 'postgresql' as const, processes: 2, variables: { REDIS_URL: redisUrl } }]
    : []),
];

/**
 * Where processes themselves are the subject (commands, killed again and again, frozen, stopped), which takes long: on SQLite, or on
 * what TEST_PROCESSES_ON names (CI's second run says `postgresql`, `npm run prove` says `sqlite,postgresql`).
 */
export const processEngines: readonly Engine[] = engines.filter((engine) =>
  (process.env.TEST_PROCESSES_ON ?? 'sqlite').split(',').includes(engine),
);
export const processSettings = settings.filter(({ engine }) => processEngines.includes(engine));
