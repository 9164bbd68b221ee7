/** The chat part of the API's description: what its handlers parse, and what its presenters answer. */
import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import * as z from 'zod';
import { answer, errors, jsonBody, KEY_NEEDED } from '../http/http.openapi';
import type { presentDestination, presentToken } from './messenger.presenter';
import { MESSENGER_EVENTS, TOKEN_TTL_MINUTES } from './messenger.rules';
import { updateDestinationSchema, updateSchema } from './messenger.schema';

const PATH = '/api/v1/messenger';
const tags = ['Chats'];

const tokenSchema = z
  .strictObject({
    token: z.string().meta({ description: 'Shown this once.', pattern: '^[0-9A-Za-z]{32}$' }),
    instructions: z.string().meta({ description: 'For the person who links the chat.' }),
    expiresInMinutes: z.literal(TOKEN_TTL_MINUTES),
  })
  .meta({ id: 'LinkingToken' }) satisfies z.ZodType<ReturnType<typeof presentToken>>;

const destinationSchema = z
  .strictObject({
    id: z.int(),
    userId: z.int(),
    chatId: z.string().meta({ description: "The platform's." }),
    chatTitle: z.string(),
    isActive: z.boolean().meta({ description: 'False: nothing is sent. So it is, too, once the bot was blocked.' }),
    events: z.array(z.enum(MESSENGER_EVENTS)).meta({ description: 'What the chat is told of.' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Destination' }) satisfies z.ZodType<ReturnType<typeof presentDestination>>;

const params = z.object({ id: z.string().meta({ description: "The destination's id." }) });
const secret = (name: string) => ({ [name]: z.string().optional().meta({ description: 'The secret that the platform was given.' }) });

export const messengerOperations: RouteConfig[] = [
  {
    method: 'post',
    path: `${PATH}/tokens`,
    operationId: 'createLinkingToken',
    tags,
    summary: 'Make a token that links a chat',
    description: `Sent to the bot as \`/link TOKEN\`, within ${TOKEN_TTL_MINUTES} minutes; it works once.`,
    security: KEY_NEEDED,
    responses: { 201: answer('The token.', tokenSchema), ...errors(400, 403) },
  },
  {
    method: 'get',
    path: `${PATH}/destinations`,
    operationId: 'listDestinations',
    tags,
    summary: 'List your linked chats',
    description: 'All of them, the oldest first.',
    security: KEY_NEEDED,
    responses: { 200: answer('The chats.', z.strictObject({ destinations: z.array(destinationSchema) })), ...errors() },
  },
  {
    method: 'patch',
    path: `${PATH}/destinations/{id}`,
    operationId: 'changeDestination',
    tags,
    summary: 'Change what a chat is told',
    description: 'What is left out stays as it is. By default a chat is told of `paste.created` alone.',
    security: KEY_NEEDED,
    request: { params, body: jsonBody(updateDestinationSchema.meta({ id: 'DestinationChanges' })) },
    responses: { 200: answer('The chat as it is now.', destinationSchema), ...errors(400, 403, 404, 413, 415) },
  },
  {
    method: 'delete',
    path: `${PATH}/destinations/{id}`,
    operationId: 'deleteDestination',
    tags,
    summary: 'Unlink a chat',
    description: 'What was not sent yet is not sent any more.',
    security: KEY_NEEDED,
    request: { params },
    responses: { 200: answer('It is unlinked.', z.strictObject({ deleted: z.literal(true) })), ...errors(403, 404) },
  },
  {
    method: 'post',
    path: `${PATH}/webhook`,
    operationId: 'receiveUpdate',
    tags,
    summary: 'Called by the chat platform',
    description: 'Takes an update from whoever shows the secret. Answers 200 and the same bytes whatever comes of it.',
    security: [],
    request: {
      headers: z.object({ ...secret('X-Messenger-Bot-Api-Secret-Token'), ...secret('X-Telegram-Bot-Api-Secret-Token') }),
      body: jsonBody(updateSchema.meta({ id: 'Update' })),
    },
    responses: { 200: answer('Always.', z.strictObject({ ok: z.literal(true) })), ...errors() },
  },
];
