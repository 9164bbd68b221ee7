import { Worker } from 'node:worker_threads';
import type { ThreadReply, ThreadRequest } from './sqlite-serve';

/** Time between two emptyings of the log: a burned paste stays in it this long at most, or longer while a reader needs the log. */
const EMPTY_LOG_MS = 20_000;

/** The thread that serves the file, or what takes its place in tests, as far as the writer needs it. */
export interface SqliteThread {
  postMessage(request: ThreadRequest): void;
  on(event: 'message', listener: (replies: readonly ThreadReply[]) => void): unknown;
  on(event: 'error' | 'exit', listener: (error: Error) => void): unknown;
  ref(): void;
  unref(): void;
}

/** @param script path of the bundled program (sqlite-thread.ts) @returns the thread, with its file open @throws what opening throws */
export async function startThread(file: string, script: string, readonly: boolean): Promise<SqliteThread> {
  const thread = new Worker(script, { workerData: { file, readonly } });
  await new Promise<void>((resolve, reject) => {
    thread.once('message', () => resolve());
    thread.once('error', reject);
  });
  thread.unref();
  if (!readonly) {
    const emptyLog = () => {
      thread.postMessage({ kind: 'empty-log', isKept: false } satisfies ThreadRequest);
      timer = setTimeout(emptyLog, EMPTY_LOG_MS).unref();
    };
    let timer = setTimeout(emptyLog, EMPTY_LOG_MS).unref();
    thread.once('exit', () => clearTimeout(timer));
  }
  return thread;
}
