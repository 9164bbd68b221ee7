/**
 * The hosts of the service: one process of our server on SQLite, plain Next, and two processes on PostgreSQL with Redis behind a
 * balancer. Hosts and databases are paired, not crossed, because a handler knows neither. Two have the schema of the next version,
 * as an expanding migration leaves it, which this version must serve as well as its own.
 */
import { type Engine, engines } from '#lib/testing/test-database';
import { redisUrl } from '#lib/testing/test-redis';
import { startBalanced } from './balancer';
import { type Environment, type Host, startPlainNext, startWeb } from './processes';
import { isWhole } from './scope.mjs';

interface TestedHost {
  name: string;
  engine: Engine;
  hasNextSchema: boolean;
  /** Whether contents from 4 KiB are in an object store. */
  hasStore?: true;
  /** Whether what it needs is on this machine. */
  isAvailable: boolean;
  /** Whether our server is missing: Next alone hangs up on a client that still sends, and drops a download's length. */
  isPlainNext: boolean;
  start(environment: Environment): Promise<Host>;
}

const allHosts: readonly TestedHost[] = [
  { name: 'our server on SQLite', engine: 'sqlite', hasNextSchema: false, isAvailable: true, isPlainNext: false, start: startWeb },
  {
    name: 'plain Next on the next schema',
    engine: 'sqlite',
    hasNextSchema: true,
    isAvailable: true,
    isPlainNext: true,
    start: startPlainNext,
  },
  {
    name: 'two processes with Redis and an object store on the next schema',
    engine: 'postgresql',
    hasNextSchema: true,
    hasStore: true,
    isAvailable: engines.includes('postgresql') && redisUrl !== null,
    isPlainNext: false,
    start: startBalanced,
  },
];

/** At each change our server alone: what a handler can't know differs seldom. `npm run prove` has all. */
export const hosts = isWhole ? allHosts : allHosts.slice(0, 1);
