/** Where one and the same suite must hold: our server and plain Next on each database, and two processes with Redis behind a balancer. */
import { type Engine, engines } from '#lib/db/testing/test-database';
import { redisUrl } from '#lib/db/testing/test-redis';
import { type Host, startBalanced } from './balancer';
import { type Environment, startPlainNext, startWeb } from './processes';

export interface TestedHost {
  host: string;
  engine: Engine;
  /** A reader may be told another process's views up to 100 ms late. */
  isOneProcess: boolean;
  start(environment: Environment): Promise<Host>;
}

export const hosts: readonly TestedHost[] = [
  ...engines.flatMap((engine) => [
    { host: 'our server', engine, isOneProcess: true, start: startWeb },
    { host: 'plain Next', engine, isOneProcess: true, start: startPlainNext },
  ]),
  ...(engines.includes('postgresql') && redisUrl !== null
    ? [{ host: 'two processes with Redis', engine: 'postgresql' as const, isOneProcess: false, start: startBalanced }]
    : []),
];
