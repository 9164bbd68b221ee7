import type { Command } from 'commander';
import { MADE_KINDS, type MadeCounts, type MadeKind } from '#lib/accounts/endings.rules';
import { HOUSE_RULES, KEY_SCOPES, type KeyRules, type KeyScope, parseHouseRules } from '#lib/accounts/house-rules.rules';
import { refuseLater } from '#lib/db/migrations';
import { OperatorError } from '#lib/errors/operator-error';
import { rotatedTables, rotateMasterKey } from '#lib/operations/rotation';
import { MAX_TTL_SECONDS } from '#lib/pastes/paste.rules';
import { addCommand, duration, note, printing, progressLines, table, time, yes } from './admin-output';

interface CreateOptions {
  user: string;
  name?: string;
  expires?: string;
  apiOnly?: boolean;
  scopes?: string;
  require?: string;
  maxTtl?: string;
  existing?: boolean;
}

/** @throws OperatorError that names the unknown scope */
function scopesOf(list: string): KeyScope[] {
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !(KEY_SCOPES as readonly string[]).includes(name));
  if (unknown !== undefined) throw new OperatorError(`--scopes: ${JSON.stringify(unknown)} is none of ${KEY_SCOPES.join(', ')}`);
  return KEY_SCOPES.filter((scope) => names.includes(scope));
}

/** @throws OperatorError */
function rulesOf(list: string | undefined, maxTtl: string | undefined): KeyRules | null {
  if (list === undefined && maxTtl === undefined) return null;
  const require = parseHouseRules(list ?? '');
  if (require === null || (list !== undefined && require.length === 0))
    throw new OperatorError(`--require: expected some of ${HOUSE_RULES.join(', ')}, with commas between them`);
  const maxTtlSeconds = maxTtl === undefined ? null : Math.floor(duration('--max-ttl', maxTtl) / 1000);
  if (maxTtlSeconds !== null && maxTtlSeconds > MAX_TTL_SECONDS) throw new OperatorError('--max-ttl: expected at most a year');
  return { require, maxTtlSeconds };
}

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys');

  addCommand(key, 'create', 'make a key for a user, create the user if new, and print the key, once')
    .requiredOption('--user <name>', 'owner of the key')
    .option('--name <text>', 'what the key is for')
    .option('--expires <time>', 'lifetime, like 12h or 90d (default: never expires)')
    .option('--api-only', 'the key can not sign in, so it can not make or revoke keys')
    .option('--scopes <list>', `the key may do only this, and not sign in: ${KEY_SCOPES.join(',')} (default: everything)`)
    .option('--require <list>', `the key makes only such pastes, and does not sign in: ${HOUSE_RULES.join(',')}`)
    .option('--max-ttl <time>', 'the longest expiry of its pastes, like 12h or 30d; the key does not sign in')
    .option('--existing', 'the user exists, and may be a visitor who registered the name')
    .action(
      printing(async ({ accounts }, { user, name, expires, apiOnly, scopes, require, maxTtl, existing }: CreateOptions) => {
        const made = await accounts.createKey(user, {
          name,
          lifetimeMs: expires === undefined ? undefined : duration('--expires', expires),
          isApiOnly: apiOnly,
          scopes: scopes === undefined ? undefined : scopesOf(scopes),
          rules: rulesOf(require, maxTtl),
          isExisting: existing,
        });
        return [{ key: made, user }, () => [made]];
      }),
    );

  addCommand(key, 'list', 'list all keys by their public id').action(
    printing(async ({ accounts }) => {
      const keys = await accounts.listKeys();
      const lines = () =>
        table(keys, [
          ['ID', ({ id }) => id],
          ['USER', ({ userName }) => userName],
          ['NAME', ({ name }) => name ?? '-'],
          ['CREATED', ({ createdAt }) => time(createdAt)],
          ['LAST USED', ({ lastUsedAt }) => time(lastUsedAt)],
          ['REVOKED', ({ revokedAt }) => time(revokedAt)],
          ['EXPIRES', ({ expiresAt }) => time(expiresAt)],
          ['SIGNS IN', ({ maySignIn }) => yes(maySignIn)],
          ['SCOPES', ({ scopes }) => scopes?.join(',') ?? 'all'],
          ['RULES', ({ rules }) => shownRules(rules)],
          ['MADE BY', ({ madeBy }) => madeBy ?? '-'],
          ['SELF-REGISTERED', ({ selfRegistered }) => yes(selfRegistered)],
        ]);
      return [{ keys }, lines];
    }),
  );

  addCommand(key, 'revoke', 'revoke a key and sign out every browser that uses it')
    .argument('[key]', "the key's public id (from `key list`); without it, a whole key is read from standard input")
    .option('--with-made', 'also take the keys, linked accounts, webhooks and chats made with it, though it be revoked or gone')
    .option('--dry-run', 'only list what --with-made would take')
    .action(
      printing(async ({ accounts }, text: string | undefined, { withMade, dryRun }: { withMade?: boolean; dryRun?: boolean }) => {
        const shown = text === undefined || text === '-' ? await readLine() : text;
        if (dryRun) {
          const { keyId, made } = await accounts.listMadeWith(shown);
          return [{ keyId, made }, () => [`key ${keyId}`, ...made.map(({ kind, id }) => `${MADE_NAMES[kind][0]} ${id}`.trim())]];
        }
        const { isEnded, made } = await accounts.revokeKey(shown, withMade);
        const lines = () => [isEnded ? 'revoked' : 'was revoked or gone', ...takenLines(made)];
        return [{ revoked: (isEnded ? 1 : 0) + made.key, made }, lines];
      }),
    );

  addCommand(program, 'rotate-key', 'move all data from MASTER_KEY_PREVIOUS to MASTER_KEY; can be stopped and run again').action(
    printing(async ({ db, keyring }) => {
      // A newer version may have columns under the key, which this one doesn't know.
      refuseLater(await db.checkSchema());
      const progress = progressLines('rows moved');
      const { moved, broken } = await rotateMasterKey(db, keyring, rotatedTables(keyring), (result) => progress.show(result.moved));
      progress.end();
      const isDone = (await db.prisma.masterKey.count({ where: { id: { not: keyring.current.id } } })) === 0;
      if (!isDone) process.exitCode = 1;
      const lines = () => [
        `${moved} moved to key ${keyring.current.id}`,
        ...(broken > 0 ? [`${broken} rows are damaged and were left as they are`] : []),
        isDone
          ? 'MASTER_KEY_PREVIOUS is no longer needed'
          : 'some data is still under the old key: restart every web and worker process with both keys, then run this again',
      ];
      return [{ moved, broken, masterKeyId: keyring.current.id, isDone }, lines];
    }),
  );
}

/** Rules as the options of `key create` have them. */
const shownRules = (rules: KeyRules | null): string =>
  [...(rules?.require ?? []), ...(rules?.maxTtlSeconds == null ? [] : [`max-ttl:${rules.maxTtlSeconds}s`])].join(',') || '-';

/** Names for one thing and for several. */
const MADE_NAMES: Record<MadeKind, [one: string, several: string]> = {
  key: ['key', 'keys'],
  identity: ['linked account', 'linked accounts'],
  webhook: ['webhook', 'webhooks'],
  chat: ['chat', 'chats'],
  mailbox: ['mail address', 'mail addresses'],
  token: ['linking token', 'linking tokens'],
};

const takenLines = (made: MadeCounts): string[] =>
  MADE_KINDS.filter((kind) => made[kind] > 0).map((kind) => `${made[kind]} ${MADE_NAMES[kind][made[kind] === 1 ? 0 : 1]} made with it`);

/** A limit far above a key's length. */
const MAX_INPUT_CHARACTERS = 1_024;

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
