/**
 * The hosts of the service: one process of our server on SQLite, plain Next, and two processes on PostgreSQL with Redis behind a
 * balancer. Hosts and databases are paired, not crossed, because a handler knows neither.
 */
import { type Engine, engines } from '#lib/db/testing/test-database';
import { redisUrl } from '#lib/db/testing/test-redis';
import { type Host, startBalanced } from './balancer';
import { type Environment, startPlainNext, startWeb } from './processes';

interface TestedHost {
  name: string;
  engine: Engine;
  /** Whether what it needs is on this machine. */
  isAvailable: boolean;
  /** Whether our server is missing: Next alone hangs up on a client that still sends, and drops a download's length. */
  isPlainNext: boolean;
  start(environment: Environment): Promise<Host>;
}

export const hosts: readonly TestedHost[] = [
  { name: 'our server on SQLite', engine: 'sqlite', isAvailable: true, isPlainNext: false, start: startWeb },
  { name: 'plain Next', engine: 'sqlite', isAvailable: true, isPlainNext: true, start: startPlainNext },
  {
    name: 'two processes with Redis',
    engine: 'postgresql',
    isAvailable: engines.includes('postgresql') && redisUrl !== null,
    isPlainNext: false,
    start: startBalanced,
  },
];
