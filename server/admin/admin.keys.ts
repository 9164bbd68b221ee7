import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { createLease } from '#lib/db/lease';
import { OperatorError } from '#lib/errors/operator.error';
import { rotatedTables } from '#lib/operations/rotation/rotated-tables';
import { rotateMasterKey } from '#lib/operations/rotation/rotation';
import { UPGRADE_LEASE_MS } from '#lib/operations/upgrade/upgrade';
import { addCommand, answer, duration, note, progressLines, table, time, withServices, yes } from './admin.output';

interface CreateOptions {
  user: string;
  name?: string;
  expires?: string;
  apiOnly?: boolean;
  existing?: boolean;
  json?: boolean;
}

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys');

  addCommand(key, 'create', 'make a key for a user, who is created if new, and print it: it is shown this once')
    .requiredOption('--user <name>', 'whom the key speaks for')
    .option('--name <text>', 'what the key is for')
    .option('--expires <time>', 'after which it is refused, like 12h or 90d; by default never')
    .option('--api-only', 'it signs no browser in, so it can make and revoke no keys')
    .option('--existing', 'the user is there already, and may be a visitor who registered the name')
    .action(({ user, name, expires, apiOnly, existing, json }: CreateOptions) => {
      const lifetimeMs = expires === undefined ? undefined : duration('--expires', expires);
      return withServices(async ({ accounts }) => {
        const made = await accounts.createKey(user, { name, lifetimeMs, isApiOnly: apiOnly, isExisting: existing });
        answer(json, { key: made, user }, () => [made]);
      });
    });

  addCommand(key, 'list', 'list all keys by their public id').action(({ json }: { json?: boolean }) =>
    withServices(async ({ accounts }) => {
      const keys = await accounts.listKeys();
      answer(json, { keys }, () =>
        table(
          ['ID', 'USER', 'NAME', 'CREATED', 'LAST USED', 'REVOKED', 'EXPIRES', 'SIGNS IN', 'MADE BY', 'SELF-REGISTERED'],
          keys.map((one) => [
            one.id,
            one.userName,
            one.name ?? '-',
            time(one.createdAt),
            time(one.lastUsedAt),
            time(one.revokedAt),
            time(one.expiresAt),
            yes(one.maySignIn),
            one.madeBy ?? '-',
            yes(one.selfRegistered),
          ]),
        ),
      );
    }),
  );

  addCommand(key, 'revoke', 'end a key from the next request on, with every browser that is signed in with it')
    .argument(
      '[key]',
      "the key's public id (from `key list`); a whole key is read from standard input, where no list of processes shows it",
    )
    .option('--with-made', 'also the keys that were made with it, on the account page')
    .action(async (text: string | undefined, { withMade, json }: { withMade?: boolean; json?: boolean }) => {
      const shown = text === undefined || text === '-' ? await readLine() : text;
      await withServices(async ({ accounts }) => {
        const revoked = await accounts.revokeKey(shown, withMade);
        answer(json, { revoked }, () => [revoked === 1 ? 'revoked' : `revoked ${revoked} keys`]);
      });
    });

  addCommand(program, 'rotate-key', 'move all data from MASTER_KEY_PREVIOUS to MASTER_KEY; may be stopped and run again').action(
    ({ json }: { json?: boolean }) =>
      withServices(async ({ db, keyring, upgrade }) => {
        if (!(await upgrade.run(createLease(db, 'upgrade', randomUUID(), UPGRADE_LEASE_MS), new AbortController().signal)))
          throw new OperatorError('a worker is still upgrading the database: run this again when it is done');
        const progress = progressLines('rows moved');
        const { moved, broken } = await rotateMasterKey(db, keyring, rotatedTables(keyring), (result) => progress.show(result.moved));
        progress.end();
        const rest = await db.read('SELECT id FROM master_keys WHERE id <> ?', [keyring.current.id]);
        const isDone = rest.length === 0;
        answer(json, { moved, broken, masterKeyId: keyring.current.id, isDone }, () => [
          `${moved} moved to key ${keyring.current.id}`,
          ...(broken > 0 ? [`${broken} rows are damaged and were left as they are`] : []),
          isDone
            ? 'MASTER_KEY_PREVIOUS is no longer needed'
            : 'some data is still under the old key: restart every web and worker process with both keys, then run this again',
        ]);
        if (!isDone) process.exitCode = 1;
      }),
  );
}

/** Far longer than a key. */
const MAX_INPUT_CHARACTERS = 1_024;

/** The first line of standard input. */
async function readLine(): Promise<string> {
  if (process.stdin.isTTY) note('Key, then Enter:');
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const chunk of process.stdin) {
    text += chunk;
    if (text.includes('\n') || text.length > MAX_INPUT_CHARACTERS) break;
  }
  return (text.split('\n', 1)[0] ?? '').trim();
}
