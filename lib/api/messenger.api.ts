import * as z from 'zod';
import { readJson } from '../http/body';
import { API_HEADERS } from '../http/headers';
import { presentDestination, presentToken } from '../messenger/messenger.presenter';
import { TOKEN_TTL_MINUTES } from '../messenger/messenger.rules';
import {
  destinationParamsSchema,
  destinationSchema,
  linkingSchema,
  linkingTokenSchema,
  sentTokenSchema,
  updateDestinationSchema,
  updateSchema,
} from '../messenger/messenger.schema';
import { defineRoute, doneAfter, operations } from './define-route';
import { account, api, uncounted } from './policies';

const PATH = '/api/v1/messenger';
/** Shared by every endpoint for users. */
const access = { tag: 'Chats', policy: api, scope: 'chats', key: 'needed' } as const;
const one = { ...access, params: destinationParamsSchema } as const;

/** Shared by what the page with a token asks. The token is in the body, because addresses are logged. */
const linking = {
  tag: 'Account',
  policy: account,
  session: 'needed',
  body: sentTokenSchema.meta({ id: 'SentToken', example: { token: 'TOKEN' } }),
} as const;

const secret = z.string().optional().meta({ description: 'The secret that the operator gave to the platform.' });

/** Limits for the largest update: a long message that quotes another, with formatting on each word of both. */
const UPDATE_LIMITS = { maxBytes: 512 * 1024, maxDepth: 64, maxKeys: 20_000 };

export const messengerRoutes = operations({
  createLinkingToken: defineRoute('POST', `${PATH}/tokens`, {
    ...access,
    summary: 'Make a token that links a chat',
    description: `Send it to the bot as \`/link TOKEN\` within ${TOKEN_TTL_MINUTES} minutes. It works once.`,
    responses: { 201: { description: 'The token.', schema: linkingTokenSchema } },
    errors: ['too_many_chats', 'too_many_linking_tokens'],
    async handle({ principal, services }) {
      const { token, botName } = await services.messenger.createToken(principal);
      return { json: presentToken(token, botName) };
    },
  }),
  readLinking: defineRoute('POST', '/api/v1/account/linking', {
    ...linking,
    summary: 'Ask whether a token has linked a chat',
    description: "A token of somebody else's looks expired.",
    responses: { 200: { description: 'What became of the token.', schema: linkingSchema } },
    handle: async ({ body, principal, services }) => ({ json: await services.messenger.findLinking(principal, body.token) }),
  }),
  withdrawLinkingToken: defineRoute('POST', '/api/v1/account/linking/withdraw', {
    ...linking,
    summary: 'Withdraw a token that links a chat',
    description: 'An unused token links nothing from now on. A chat that it has linked stays linked.',
    responses: { 200: { description: 'The token links nothing any more.', schema: z.strictObject({ withdrawn: z.literal(true) }) } },
    handle: ({ body, principal, services }) => doneAfter('withdrawn', services.messenger.withdrawToken(principal, body.token)),
  }),
  listDestinations: defineRoute('GET', `${PATH}/destinations`, {
    ...access,
    summary: 'List your linked chats',
    description: 'All chats, the oldest first.',
    responses: { 200: { description: 'The chats.', schema: z.strictObject({ destinations: z.array(destinationSchema) }) } },
    handle: async ({ principal, services }) => ({
      json: { destinations: (await services.messenger.list(principal)).map(presentDestination) },
    }),
  }),
  changeDestination: defineRoute('PATCH', `${PATH}/destinations/:id`, {
    ...one,
    summary: 'Change what a chat is told',
    description: 'A field that is absent stays as it is. By default a chat gets `paste.created` alone.',
    body: updateDestinationSchema.meta({ id: 'DestinationChanges', example: { isActive: false } }),
    responses: { 200: { description: 'The chat after the change.', schema: destinationSchema } },
    errors: ['destination_not_found', 'chat_without_messages'],
    handle: async ({ params, body, principal, services }) => ({
      json: presentDestination(await services.messenger.update(principal, params.id, body)),
    }),
  }),
  deleteDestination: defineRoute('DELETE', `${PATH}/destinations/:id`, {
    ...one,
    summary: 'Unlink a chat',
    description: 'The chat gets nothing more, not even messages that are due.',
    responses: { 200: { description: 'The chat is unlinked.', schema: z.strictObject({ deleted: z.literal(true) }) } },
    errors: ['destination_not_found'],
    handle: ({ params, principal, services }) => doneAfter('deleted', services.messenger.remove(principal, params.id)),
  }),
  receiveUpdate: defineRoute('POST', `${PATH}/webhook`, {
    // Rate limits by address would lose updates; the service limits their effects instead.
    policy: uncounted(API_HEADERS),
    summary: 'Called by the chat platform',
    tag: 'Chats',
    description:
      'Takes an update from a client that sends the secret. The response is 200 with the same bytes, whatever the update leads to.',
    // The interface's name for it, and the platform's own.
    headers: z.object({ 'X-Messenger-Bot-Api-Secret-Token': secret, 'X-Telegram-Bot-Api-Secret-Token': secret }),
    streamedBody: updateSchema.meta({ id: 'Update' }),
    responses: { 200: { description: 'The same for every update.', schema: z.strictObject({ ok: z.literal(true) }) } },
    async handle({ request, context: { requestId, clientAddress }, header, services }) {
      const secrets = [header('X-Telegram-Bot-Api-Secret-Token'), header('X-Messenger-Bot-Api-Secret-Token')];
      await services.messenger.receive({ requestId, clientAddress, secrets, read: () => readJson(request, undefined, UPDATE_LIMITS) });
      // The response never varies: the platform executes commands in it, and repeats an update whose response isn't 200.
      // Only an error of the database is let through, as a 503, so that the platform repeats the update.
      return { json: { ok: true } };
    },
  }),
});
