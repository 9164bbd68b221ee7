import type { Command } from 'commander';
import { OperatorError } from '#lib/errors/operator.error';
import { isNotFoundError } from '#lib/http/errors';
import { addCommand, answer, fields, note, time, withServices } from './admin.output';

export function addPasteCommands(program: Command): void {
  const paste = program.command('paste').description('single pastes, by their public id');

  addCommand(paste, 'show', 'what is known of a paste: not its content, no view, no burn')
    .argument('<id>', 'public id')
    .action((publicId: string, { json }: { json?: boolean }) =>
      withServices(async ({ pastes }) => {
        const found = await orNone(pastes.describe(publicId));
        answer(json, found, () =>
          fields({ ...found, createdAt: time(found.createdAt), expiresAt: time(found.expiresAt), title: JSON.stringify(found.title) }),
        );
      }),
    );

  addCommand(paste, 'delete', 'delete a paste, whoever owns it; its owner is told')
    .argument('<id>', 'public id')
    .action((publicId: string, { json }: { json?: boolean }) =>
      withServices(async ({ pastes }) => {
        await orNone(pastes.removeAny(publicId));
        answer(json, { deleted: true }, () => ['deleted']);
      }),
    );

  addDeleteMany(paste);
}

interface ManyOptions {
  json?: boolean;
  user?: string;
  anonymous?: boolean;
  after?: string;
  before?: string;
  dryRun?: boolean;
}

function addDeleteMany(paste: Command): void {
  addCommand(paste, 'delete-many', 'delete all pastes that fit every condition given, at least one; their owners are told')
    .option('--user <name>', 'of this user')
    .option('--anonymous', 'made without a key')
    .option('--after <time>', 'made at this time or later, like 2026-11-22T10:00:00Z')
    .option('--before <time>', 'made before this time')
    .option('--dry-run', 'only say how many they are')
    .action(({ json, user, anonymous, after, before, dryRun = false }: ManyOptions) => {
      if (user !== undefined && anonymous) throw new OperatorError('--user, --anonymous: expected one of them');
      const times = {
        ...(after === undefined ? {} : { createdFrom: instant('--after', after) }),
        ...(before === undefined ? {} : { createdBefore: instant('--before', before) }),
      };
      if (user === undefined && !anonymous && Object.keys(times).length === 0)
        throw new OperatorError('expected --user, --anonymous, --after or --before');
      return withServices(async ({ pastes, accounts }) => {
        const owner = user === undefined ? (anonymous ? null : undefined) : await idOf(accounts.listUsers(), user);
        const meant = { ...times, ...(owner === undefined ? {} : { owner }) };
        const count = await pastes.removeMeant(meant, dryRun, (soFar) => dryRun || note(`${soFar} deleted`));
        answer(json, { [dryRun ? 'found' : 'deleted']: count }, () => [`${count} ${dryRun ? 'would be deleted' : 'deleted'}`]);
      });
    });
}

async function idOf(users: Promise<{ id: number; name: string }[]>, name: string): Promise<number> {
  const found = (await users).find((user) => user.name === name);
  if (!found) throw new OperatorError(`--user: there is none called ${JSON.stringify(name)}`);
  return found.id;
}

/** ms since 1970 of a time with its zone. @throws OperatorError that names the option */
function instant(option: string, text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new OperatorError(`${option}: expected a time with its zone, like 2026-11-22T10:00:00Z`);
  return ms;
}

async function orNone<Value>(found: Promise<Value>): Promise<Value> {
  try {
    return await found;
  } catch (error) {
    throw isNotFoundError(error) ? new OperatorError('paste: there is none of this id') : error;
  }
}
