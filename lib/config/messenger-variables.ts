/** Variables of chats: the bot, and the platforms with slash commands. */
import * as z from 'zod';
import { httpUrl } from './config-schemas';
import type { Variable } from './variable';

const VISIBLE = /^[\x21-\x7e]{1,256}$/;

export const MESSENGER_VARIABLES = {
  MESSENGER_BOT_TOKEN: {
    schema: z
      .string()
      .regex(/^[\w:-]{1,256}$/, 'expected a token as BotFather gives it: digits, a colon, letters and digits')
      .optional(),
    secret: true,
    doc: 'Token of the Telegram bot, without which no message is sent.',
  },
  MESSENGER_WEBHOOK_SECRET: {
    schema: z
      .string()
      .regex(/^[\w-]{1,256}$/, 'expected 1 to 256 letters, digits, _ or - (openssl rand -hex 32)')
      .optional(),
    secret: true,
    doc: "Secret of the platform's updates; `admin messenger set-webhook` registers it. Default: derived from `MASTER_KEY`.",
  },
  MESSENGER_API_URL: {
    schema: httpUrl,
    default: 'https://api.telegram.org',
    doc: 'Your own Bot API server.',
  },
  SLACK_SIGNING_SECRET: {
    schema: z.string().regex(VISIBLE, 'expected the signing secret of the app, under "Basic Information"').optional(),
    secret: true,
    doc: 'Signing secret of your [Slack app](messenger.md#slack), for its slash command.',
  },
  DISCORD_PUBLIC_KEY: {
    schema: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'expected the public key of the application, 64 hexadecimal digits')
      .optional(),
    doc: 'Public key of your [Discord application](messenger.md#discord), for its slash command.',
  },
  MATTERMOST_TOKEN: {
    schema: z
      .string()
      .transform((text) => text.split(',').map((token) => token.trim()))
      .pipe(z.array(z.string().regex(VISIBLE, 'expected tokens of slash commands, with commas')))
      .optional(),
    secret: true,
    doc: 'Token of your [slash command of Mattermost](messenger.md#mattermost); of several teams with commas.',
  },
} satisfies Record<string, Variable<z.ZodType>>;
