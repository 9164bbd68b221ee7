import type { Command } from 'commander';
import { isNotFoundError } from '#lib/http/errors';
import { OperatorError } from '#lib/process/operator.error';
import { addCommand, answer, fields, time, withServices } from './admin.output';

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
}

async function orNone<Value>(found: Promise<Value>): Promise<Value> {
  try {
    return await found;
  } catch (error) {
    throw isNotFoundError(error) ? new OperatorError('paste: there is none of this id') : error;
  }
}
