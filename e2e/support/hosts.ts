/**
 * Where the contract suites must hold: one process of our server on SQLite, two of them on PostgreSQL with Redis behind
 * a balancer, and plain Next. Hosts and databases are paired, not crossed: a handler knows neither.
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
  /** Where what no host has a part in is tested, once. */
  isReference: boolean;
  /** A reader may be told another process's views a second late. */
  isOneProcess: boolean;
  /** Next alone hangs up on who is still sending when it has responded, and drops the length of a download. */
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
