/** Called by chat platforms when somebody gives a command there. */
import * as z from 'zod';
import { readRaw } from '../http/body';
import { API_HEADERS } from '../http/headers';
import type { SlashPlatform } from '../messenger/messenger.rules';
import { discordReplySchema, ephemeralReplySchema } from '../messenger/messenger.schema';
import { type ApiCall, defineRoute, operations } from './define-route';
import { uncounted } from './policies';

/** Limit of a body: Mattermost's longest message, percent-encoded. */
const MAX_BYTES = 256 * 1024;

const common = {
  tag: 'Chats',
  // Platforms send for all their users from a few addresses; the service limits commands by sender.
  policy: uncounted(API_HEADERS),
  errors: ['not_found', 'chat_request_refused', 'body_too_large'],
} as const;

const form = { 'application/x-www-form-urlencoded': z.looseObject({ text: z.string().optional() }).meta({ example: { text: 'help' } }) };
const header = (description: string) => z.string().optional().meta({ description });

const run =
  <Platform extends SlashPlatform>(platform: Platform) =>
  async ({ request, context: { requestId, clientAddress }, services }: ApiCall) => {
    const header = (name: string) => request.headers.get(name);
    const arrival = { requestId, clientAddress, header, read: () => readRaw(request, MAX_BYTES) };
    return { json: await services.slashCommands.receive(platform, arrival) };
  };

export const chatRoutes = operations({
  runSlackCommand: defineRoute('POST', '/api/v1/chat/slack', {
    ...common,
    summary: 'Called by Slack',
    description: 'Runs a slash command. 404 without `SLACK_SIGNING_SECRET`.',
    headers: z.object({
      'X-Slack-Signature': header('`v0=` and the HMAC-SHA256 of `v0:TIME:BODY` in hexadecimal.'),
      'X-Slack-Request-Timestamp': header('Seconds since 1970, at most five minutes ago.'),
    }),
    rawBody: form,
    responses: { 200: { description: 'The reply, for the sender alone.', schema: ephemeralReplySchema } },
    handle: run('slack'),
  }),
  runDiscordCommand: defineRoute('POST', '/api/v1/chat/discord', {
    ...common,
    summary: 'Called by Discord',
    description: 'Runs a slash command, or responds to a ping. 404 without `DISCORD_PUBLIC_KEY`.',
    headers: z.object({
      'X-Signature-Ed25519': header('Signature of time and body, in hexadecimal.'),
      'X-Signature-Timestamp': header('Seconds since 1970, at most five minutes ago.'),
    }),
    rawBody: { 'application/json': z.looseObject({ type: z.int() }).meta({ example: { type: 1 } }) },
    responses: { 200: { description: 'The reply, for the sender alone, or the response to a ping.', schema: discordReplySchema } },
    handle: run('discord'),
  }),
  runMattermostCommand: defineRoute('POST', '/api/v1/chat/mattermost', {
    ...common,
    summary: 'Called by Mattermost',
    description: 'Runs a slash command whose field `token` is the one of the command. 404 without `MATTERMOST_TOKEN`.',
    rawBody: form,
    responses: { 200: { description: 'The reply, for the sender alone.', schema: ephemeralReplySchema } },
    handle: run('mattermost'),
  }),
});
