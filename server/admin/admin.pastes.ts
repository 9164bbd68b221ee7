import type { Command } from 'commander';
import { OperatorError } from '#lib/errors/operator.error';
import { isNotFoundError } from '#lib/http/errors';
import { addCommand, fields, note, printResult, time, withServices } from './admin.output';

export function addPasteCommands(program: Command): void {
  const paste = program.command('paste').description('single pastes, by their public id');

  addCommand(paste, 'show', 'show the properties of a paste, without its content, a view or a burn')
    .argument('<id>', 'public id')
    .action((publicId: string, { json }: { json?: boolean }) =>
      withServices(async ({ pastes }) => {
        const found = await orNone(pastes.describe(publicId));
        printResult(json, found, () =>
          fields({ ...found, createdAt: time(found.createdAt), expiresAt: time(found.expiresAt), title: JSON.stringify(found.title) }),
        );
      }),
    );

  addCommand(paste, 'delete', 'delete a paste of any owner, who is told')
    .argument('<id>', 'public id')
    .action((publicId: string, { json }: { json?: boolean }) =>
      withServices(async ({ pastes }) => {
        await orNone(pastes.removeAny(publicId));
        printResult(json, { deleted: true }, () => ['deleted']);
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
  addCommand(paste, 'delete-many', 'delete all pastes that match every given condition, at least one; owners are told')
    .option('--user <name>', 'owned by this user')
    .option('--anonymous', 'made without a key')
    .option('--after <time>', 'made at this time or later, like 2026-11-22T10:00:00Z')
    .option('--before <time>', 'made before this time')
    .option('--dry-run', 'only print the number of matches')
    .action(({ json, user, anonymous, after, before, dryRun = false }: ManyOptions) => {
      if (user !== undefined && anonymous) throw new OperatorError('--user, --anonymous: expected only one of them');
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
        printResult(json, { [dryRun ? 'found' : 'deleted']: count }, () => [`${count} ${dryRun ? 'would be deleted' : 'deleted'}`]);
      });
    });
}

async function idOf(users: Promise<{ id: number; name: string }[]>, name: string): Promise<number> {
  const found = (await users).find((user) => user.name === name);
  if (!found) throw new OperatorError(`--user: no user is called ${JSON.stringify(name)}`);
  return found.id;
}

/** ms since 1970 of a time with a zone. @throws OperatorError that names the option */
function instant(option: string, text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new OperatorError(`${option}: expected a time with a zone, like 2026-11-22T10:00:00Z`);
  return ms;
}

async function orNone<Value>(found: Promise<Value>): Promise<Value> {
  try {
    return await found;
  } catch (error) {
    throw isNotFoundError(error) ? new OperatorError('no paste has this id') : error;
  }
}
