/** One SQLite writer for the web processes of one machine: it runs in the process that starts them. */
import { prepareSqlite, writerScript } from '../sqlite/sqlite.database';
import type { WriterReply, WriterRequest } from '../sqlite/sqlite.protocol';
import { createRelay } from '../sqlite/sqlite.relay';
import { openWriterChannel, startWriterThread } from '../sqlite/sqlite.writer';
import { sqliteFile } from './open-database';

/** A message between the two; survives a structured clone. */
export type WriterRequests = WriterRequest[];
export type WriterReplies = WriterReply[];

export type SharedWriter = NonNullable<Awaited<ReturnType<typeof startSharedWriter>>>;

/**
 * Migrates the database and starts its writer.
 * @param onEnd told when the writer has ended by itself: nothing can be written any more
 * @returns null on PostgreSQL, which each process writes to by itself
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
    /** After all processes have ended. */
    async close(): Promise<void> {
      const channel = openWriterChannel({ post: (requests) => client.receive(requests), ownsThread: true });
      const client = connect(channel.settle);
      await channel.writer.close();
    },
  };
}

/** The way to it from one of the processes. @param post takes requests there */
export function connectSharedWriter(post: (requests: WriterRequests) => void) {
  return openWriterChannel({ post, ownsThread: false });
}
