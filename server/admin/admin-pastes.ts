import type { Command } from 'commander';
import { AccountError } from '#lib/accounts/accounts.errors';
import { OperatorError } from '#lib/errors/operator-error';
import { isNotFoundError } from '#lib/http/errors';
import { addCommand, note, printing } from './admin-output';

export function addPasteCommands(program: Command): void {
  const paste = program.command('paste').description('single pastes, by their public id');

  for (const [name, description, done] of [
    ['hold', 'let nobody read a paste until it is released or removed', 'held'],
    ['release', 'end a hold', 'released'],
    ['remove', 'delete a paste, also a held one; readers see that the operator removed it, its owner is told', 'removed'],
  ] as const) {
    addCommand(paste, name, description)
      .argument('<id>', 'public id')
      .action(
        printing(async ({ moderation }, publicId: string) => {
          await orNone(moderation[name]({ publicId }, 'operator'), name === 'release' ? 'no held paste has this id' : undefined);
          return [{ [done]: true }, () => [done]];
        }),
      );
  }

  addDeleteMany(paste);
}

interface ManyOptions {
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
    .action(
      printing(async ({ pastes, accounts }, { user, anonymous, after, before, dryRun = false }: ManyOptions) => {
        if (user !== undefined && anonymous) throw new OperatorError('--user, --anonymous: expected only one of them');
        const times = {
          ...(after === undefined ? {} : { createdFrom: instant('--after', after) }),
          ...(before === undefined ? {} : { createdBefore: instant('--before', before) }),
        };
        if (user === undefined && !anonymous && Object.keys(times).length === 0)
          throw new OperatorError('expected --user, --anonymous, --after or --before');
        const owner = user === undefined ? (anonymous ? null : undefined) : await ownerId(accounts.idOf(user), user);
        const meant = { ...times, ...(owner === undefined ? {} : { owner }) };
        const count = await pastes.removeMeant(meant, dryRun, 'operator', (soFar) => dryRun || note(`${soFar} deleted`));
        return [{ [dryRun ? 'found' : 'deleted']: count }, () => [`${count} ${dryRun ? 'would be deleted' : 'deleted'}`]];
      }),
    );
}

/** @throws OperatorError that names the option */
async function ownerId(id: Promise<number>, name: string): Promise<number> {
  try {
    return await id;
  } catch (error) {
    throw error instanceof AccountError ? new OperatorError(`--user: no user is called ${JSON.stringify(name)}`) : error;
  }
}

/** Parses a time with a zone into ms since 1970. @throws OperatorError that names the option */
function instant(option: string, text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new OperatorError(`${option}: expected a time with a zone, like 2026-11-22T10:00:00Z`);
  return ms;
}

async function orNone<Value>(found: Promise<Value>, none = 'no paste has this id'): Promise<Value> {
  try {
    return await found;
  } catch (error) {
    throw isNotFoundError(error) ? new OperatorError(none) : error;
  }
}
