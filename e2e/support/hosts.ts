/**
 * The hosts on which the contract suites must pass: one process of our server on SQLite, two on PostgreSQL with Redis behind a
 * balancer, and plain Next. Hosts and databases are paired, not crossed, because a handler knows neither.
 */
import { type Engine, engines } from '#lib/db/testing/test-database';
import { redisUrl } from '#lib/db/testing/test-redis';
import { type Host, startBalanced } from './balancer';
import { type Environment, startPlainNext, startWeb } from './processes';

export interface TestedHost {
  name: string;
  engine: Engine;
  /** Whether what it needs is on this machine. */
  isAvailable: boolean;
  /** Whether this is the one host for tests that no host can influence. */
  isReference: boolean;
  /** Whether view counts are current at once; one of several processes may show another's views a second late. */
  isOneProcess: boolean;
  /** Whether our server is missing: Next alone hangs up on a client that still sends, and drops a download's length. */
  isPlainNext: boolean;
  start(environment: Environment): Promise<Host>;
}

const ours = { isReference: false, isOneProcess: true, isPlainNext: false, start: startWeb };
const hasPostgresql = engines.includes('postgresql');

export const hosts = {
  sqlite: { ...ours, name: 'our server on SQLite', engine: 'sqlite', isAvailable: true, isReference: true },
  plainNext: { ...ours, name: 'plain Next', engine: 'sqlite', isAvailable: true, isPlainNext: true, start: startPlainNext },
  twoProcesses: {
    ...ours,
    name: 'two processes with Redis',
    engine: 'postgresql',
    isAvailable: hasPostgresql && redisUrl !== null,
    isOneProcess: false,
    start: startBalanced,
  },
} satisfies Record<string, TestedHost>;
