import type { Command } from 'commander';
import { offeredLanguages } from '#lib/config/config';
import { OperatorError } from '#lib/errors/operator-error';
import { inLanguage } from '#lib/locales/current-language';
import { LANGUAGE_NAMES } from '#lib/locales/languages.rules';
import { loadLanguages } from '#lib/locales/messages';
import { updateSecrets } from '#lib/messenger/messenger-secrets';
import { botMenu } from '#lib/messenger/messenger-text';
import { addCommand, printing } from './admin-output';

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
