import { type Command, Option } from 'commander';
import { OperatorError } from '#lib/errors/operator-error';
import type { ContentPlace } from '#lib/pastes/storage/paste-object-moves';
import { addCommand, note, printResult, progressLines, withServices } from './admin-output';

export function addContentsCommands(program: Command): void {
  const contents = program.command('contents').description('large contents, in the database or in CONTENT_STORE');

  addCommand(contents, 'move', 'move contents while the service runs; can be stopped and run again')
    .addOption(new Option('--to <place>', 'where to').choices(['store', 'database']).makeOptionMandatory())
    .action(({ to, json }: { to: ContentPlace; json?: boolean }) =>
      withServices(async ({ config, contents: moves }) => {
        if (!config.CONTENT_STORE) throw new OperatorError('CONTENT_STORE: required, but not set');
        const progress = progressLines('pieces moved');
        const moved = await moves.move(to, progress.show);
        progress.end();
        if (moved.missing > 0) process.exitCode = 1;
        printResult(json, moved, () => [
          `${moved.pieces} pieces moved to the ${to}`,
          ...(moved.missing > 0 ? [`${moved.missing} pieces are missing in the store: \`contents check\` names their pastes`] : []),
        ]);
        if (to === 'database') note('New contents go to the store until CONTENT_STORE_MIN_BYTES is 1000000 everywhere.');
      }),
    );

  addCommand(contents, 'check', 'compare the bucket with the database')
    .option('--remove', 'also remove objects that the database does not have: no other service may use the bucket')
    .action(({ remove = false, json }: { remove?: boolean; json?: boolean }) =>
      withServices(async ({ config, contents: moves }) => {
        if (!config.CONTENT_STORE) throw new OperatorError('CONTENT_STORE: required, but not set');
        const found = await moves.check(remove);
        if (found.missing.length > 0) process.exitCode = 1;
        printResult(json, found, () => [
          `${found.objects} objects in the bucket`,
          `${found.unknown} of them unknown to the database${remove ? ', removed' : ''}`,
          `${found.missing.length} objects missing`,
          ...new Set(found.missing.map((publicId) => `missing\t${publicId ?? '(unreadable)'}`)),
        ]);
      }),
    );
}
