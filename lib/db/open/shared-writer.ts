/** One SQLite writer for the web processes of one machine: it runs in the process that starts them. */
import { prepareSqlite, writerScript } from '../sqlite/sqlite.database';
import type { WriterReply, WriterRequest } from '../sqlite/sqlite.protocol';
import { createRelay } from '../sqlite/sqlite.relay';
import { openWriterChannel, startWriterThread } from '../sqlite/sqlite.writer';
import { sqliteFile } from './open-database';

/** Messages between a web process and the writer; a structured clone keeps them whole. */
export type WriterRequests = WriterRequest[];
export type WriterReplies = WriterReply[];

export type SharedWriter = NonNullable<Awaited<ReturnType<typeof startSharedWriter>>>;

/**
 * Migrates the database and starts its writer.
 * @param onEnd called when the writer has ended unexpectedly: nothing can be written any more
 * @returns null on PostgreSQL, where each process writes by itself
 */
export async function startSharedWriter({ url, rootDir }: { url: string; rootDir: string }, onEnd: (cause: Error) => void) {
  const file = sqliteFile(url, rootDir);
  if (file === null) return null;
  const { path, migrations } = prepareSqlite({ file, rootDir });
  const thread = await startWriterThread(path, writerScript(rootDir));
  thread.hold(true);
  const { connect } = createRelay(thread.post, (take) => thread.listen(take, onEnd));
  return {
    /** Names of the migrations that starting it applied. */
    migrations,
    connect,
    /** Ends the writer; call it after all processes have ended. */
    async close(): Promise<void> {
      const channel = openWriterChannel({ post: (requests) => client.receive(requests), ownsThread: true });
      const client = connect(channel.settle);
      await channel.writer.close();
    },
  };
}

/** Makes one process's connection to the shared writer. @param post sends requests to it */
export function connectSharedWriter(post: (requests: WriterRequests) => void) {
  return openWriterChannel({ post, ownsThread: false });
}
