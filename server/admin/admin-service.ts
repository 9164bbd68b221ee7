import { type Command, Option } from 'commander';
import { presentEntry } from '#lib/audit/audit.presenter';
import type { AuditEntry } from '#lib/audit/audit.service';
import { operatorEntry } from '#lib/audit/audit-recorder';
import { loadConfig, offeredLanguages } from '#lib/config/config';
import { OperatorError } from '#lib/errors/operator-error';
import { inLanguage } from '#lib/locales/current-language';
import { LANGUAGE_NAMES } from '#lib/locales/languages.rules';
import { loadLanguages } from '#lib/locales/messages';
import { updateSecrets } from '#lib/messenger/messenger-secrets';
import { botMenu } from '#lib/messenger/messenger-text';
import { runChecks } from '#lib/operations/doctor/doctor.service';
import type { ContentPlace } from '#lib/pastes/storage/paste-object-moves';
import { addCommand, note, printAll, printing, printResult, progressLines, withServices } from './admin-output';

const SIGNS = { ok: 'ok  ', warning: 'WARN', failed: 'FAIL' };

export function addDoctorCommands(program: Command): void {
  addCommand(
    program,
    'doctor',
    'check the configuration, the database, this machine, the other servers, and the way from BASE_URL to this service',
  )
    .option('--deep', 'also read the whole database for damage and undecryptable rows; minutes on a large one')
    .action(async ({ json, deep }: { json?: boolean; deep?: boolean }) => {
      const checks = await runChecks(loadConfig(), { deep });
      printResult(json, { checks }, () => checks.map(({ name, state, message }) => `${SIGNS[state]}  ${name.padEnd(16)}${message}`));
      if (checks.some(({ state }) => state === 'failed')) process.exitCode = 1;
    });
}

export function addAuditCommands(program: Command): void {
  program
    .command('audit')
    .description('the audit: sign-ins, keys, users, bans, and what was done about pastes and reports')
    .command('export')
    .description('print the whole audit, oldest first, as JSON lines')
    .action(() =>
      withServices(async ({ audit, db }) => {
        await db.write([operatorEntry('audit.exported', 'audit')]);
        await printAll(linesOf(audit.all()));
      }),
    );
}

async function* linesOf(entries: AsyncIterable<AuditEntry>): AsyncGenerator<Uint8Array> {
  for await (const entry of entries) yield Buffer.from(`${JSON.stringify(presentEntry(entry))}\n`);
}

export function addMessengerCommands(program: Command): void {
  const messenger = program.command('messenger').description('chat messages');

  addCommand(
    messenger,
    'set-webhook',
    "register the URL and the secret of the bot's updates, and its menu of commands, with the chat platform",
  ).action(
    printing(async ({ config, messengerBot }) => {
      if (!messengerBot) throw new OperatorError('MESSENGER_BOT_TOKEN: required, but not set');
      const url = `${config.BASE_URL}/api/v1/messenger/webhook`;
      const problem = await messengerBot.setWebhook(url, updateSecrets(config)[0]);
      if (problem !== null) throw new OperatorError(`the chat platform did not accept ${url}: ${problem}`);
      const { languages, fallback } = offeredLanguages(config);
      await loadLanguages(languages);
      for (const language of [null, ...Object.keys(LANGUAGE_NAMES)]) {
        const isOffered = language === null || languages.includes(language);
        const refusal = await messengerBot.setMenu(language, isOffered ? inLanguage(language ?? fallback, botMenu) : null);
        if (refusal !== null)
          throw new OperatorError(`updates will be sent to ${url}, but the chat platform did not accept the menu of commands: ${refusal}`);
      }
      return [{ url, menu: languages }, () => [`updates will be sent to ${url}`, `menu of commands in ${languages.join(', ')}`]];
    }),
  );
}

export function addContentsCommands(program: Command): void {
  const contents = program.command('contents').description('large contents, in the database or in CONTENT_STORE');

  addCommand(contents, 'move', 'move contents while the service runs; can be stopped and run again')
    .addOption(new Option('--to <place>', 'where to').choices(['store', 'database']).makeOptionMandatory())
    .action(
      printing(async ({ config, contents: moves }, { to }: { to: ContentPlace }) => {
        if (!config.CONTENT_STORE) throw new OperatorError('CONTENT_STORE: required, but not set');
        const progress = progressLines('pieces moved');
        const moved = await moves.move(to, progress.show);
        progress.end();
        if (moved.missing > 0) process.exitCode = 1;
        if (to === 'database') note('New contents go to the store until CONTENT_STORE_MIN_BYTES is 1000000 everywhere.');
        const missing = `${moved.missing} pieces are missing in the store: \`contents check\` names their pastes`;
        return [moved, () => [`${moved.pieces} pieces moved to the ${to}`, ...(moved.missing > 0 ? [missing] : [])]];
      }),
    );

  addCommand(contents, 'check', 'compare the bucket with the database')
    .option('--remove', 'also remove objects that the database does not have: no other service may use the bucket')
    .action(
      printing(async ({ config, contents: moves }, { remove = false }: { remove?: boolean }) => {
        if (!config.CONTENT_STORE) throw new OperatorError('CONTENT_STORE: required, but not set');
        const found = await moves.check(remove);
        if (found.missing.length > 0) process.exitCode = 1;
        const lines = () => [
          `${found.objects} objects in the bucket`,
          `${found.unknown} of them unknown to the database${remove ? ', removed' : ''}`,
          `${found.missing.length} objects missing`,
          ...new Set(found.missing.map((publicId) => `missing\t${publicId ?? '(unreadable)'}`)),
        ];
        return [found, lines];
      }),
    );
}
