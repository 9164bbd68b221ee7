/**
 * Takes the place of sqlite-thread-start.ts in unit tests (vitest.config.ts): serves the file on the test's own thread, because
 * starting one takes a tenth of a second, and tests open a thousand databases. The tests of lib/db have the real thread.
 */
import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { expect } from 'vitest';
import { serveSqlite } from '../db/engines/sqlite-serve';
import { type SqliteThread, startThread as startRealThread } from '../db/engines/sqlite-thread-start';

export async function startThread(file: string, script: string, readonly: boolean): Promise<SqliteThread> {
  if (/[\\/]lib[\\/]db[\\/]/.test(expect.getState().testPath ?? '')) return startRealThread(file, script, readonly);
  const { port1, port2 } = new MessageChannel();
  serveSqlite(port2, { file, readonly });
  await once(port1, 'message');
  port1.unref();
  return {
    postMessage: (request) => port1.postMessage(request),
    on: (event: string, listener: (value: never) => void) => port1.on(event === 'exit' ? 'close' : event, listener as () => void),
    ref: () => port1.ref(),
    unref: () => port1.unref(),
  };
}
