/** The set-ups that the service runs on: one process on each database, and two of each kind on PostgreSQL and Redis. */
import { type Engine, engines } from '#lib/testing/test-database';
import { redisUrl } from '#lib/testing/test-redis';
import type { Environment } from './processes';

interface Setting {
  setting: string;
  engine: Engine;
  /** Number of web processes at a time. */
  processes: number;
  /** Further variables of their environment. */
  variables: Environment;
}

export const settings: readonly Setting[] = [
  ...engines.map((engine) => ({ setting: engine, engine, processes: 1, variables: {} })),
  ...(engines.includes('postgresql') && redisUrl !== null
    ? [{ setting: 'postgresql and redis by two', engine: 'postgresql' as const, processes: 2, variables: { REDIS_URL: redisUrl } }]
    : []),
];

/**
 * The engines of tests about processes themselves (commands; killed, frozen or stopped processes), which take long: SQLite, or
 * those that TEST_PROCESSES_ON names (`postgresql` in CI's second run, `sqlite,postgresql` in `npm run prove`).
 */
export const processEngines: readonly Engine[] = engines.filter((engine) =>
  (process.env.TEST_PROCESSES_ON ?? 'sqlite').split(',').includes(engine),
);
export const processSettings = settings.filter(({ engine }) => processEngines.includes(engine));
