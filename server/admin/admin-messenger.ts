import type { Command } from 'commander';
import { OperatorError } from '#lib/errors/operator-error';
import { updateSecrets } from '#lib/messenger/messenger-secrets';
import { addCommand, printing } from './admin-output';

export function addMessengerCommands(program: Command): void {
  const messenger = program.command('messenger').description('chat messages');

  addCommand(messenger, 'set-webhook', "register the URL and the secret of the bot's updates with the chat platform").action(
    printing(async ({ config, messengerBot }) => {
      if (!messengerBot) throw new OperatorError('MESSENGER_BOT_TOKEN: required, but not set');
      const url = `${config.BASE_URL}/api/v1/messenger/webhook`;
      const problem = await messengerBot.setWebhook(url, updateSecrets(config)[0]);
      if (problem !== null) throw new OperatorError(`the chat platform did not accept ${url}: ${problem}`);
      return [{ url }, () => [`updates will be sent to ${url}`]];
    }),
  );
}
