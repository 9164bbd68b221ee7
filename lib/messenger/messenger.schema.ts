import * as z from 'zod';
import { parseRowId, SHOWN_ROW_ID } from '../http/row-id';
import { MESSENGER_EVENTS, PLATFORMS, TOKEN_TTL_MINUTES } from './messenger.rules';

/** Body of PATCH /api/v1/messenger/destinations/:id; a field that is left out stays as it is. */
export const updateDestinationSchema = z
  .object({
    events: z.array(z.enum(MESSENGER_EVENTS, `expected one of ${MESSENGER_EVENTS.join(', ')}`)).max(16, 'expected each event at most once'),
    isActive: z.boolean(),
  })
  .partial();

export type DestinationChanges = z.output<typeof updateDestinationSchema>;

/** The one field that every update has. */
export const updateSchema = z.looseObject({ update_id: z.int().nonnegative() });

/** Parameters of a path that names a chat. Text that can't be an id gives null, a chat that doesn't exist, and no error. */
export const destinationParamsSchema = z.object({
  id: z
    .string()
    .transform(parseRowId)
    .meta({ description: 'Number of the chat.', ...SHOWN_ROW_ID }),
});

export const linkingTokenSchema = z
  .strictObject({
    token: z
      .string()
      .regex(/^[0-9A-Za-z]{32}$/)
      .meta({ description: 'Shown this once.' }),
    instructions: z.string().meta({ description: 'For the person who links the chat.' }),
    expiresInMinutes: z.literal(TOKEN_TTL_MINUTES),
  })
  .meta({ id: 'LinkingToken' });

/** Body of what asks about a linking token: it isn't in the address, which is logged. */
export const sentTokenSchema = z.object({ token: z.string().max(64, 'expected a linking token') });

export const linkingSchema = z
  .strictObject({
    state: z.enum(['waiting', 'linked', 'expired']),
    chatTitle: z.string().nullable().meta({ description: 'The title of the linked chat; null: it is not known.' }),
  })
  .meta({ id: 'Linking' });

export const destinationSchema = z
  .strictObject({
    id: z.int(),
    userId: z.int(),
    platform: z.enum(PLATFORMS).meta({ description: 'Only Telegram chats get messages; the others give commands.' }),
    chatId: z.string().meta({ description: "The platform's id of the chat, or of the person." }),
    chatTitle: z.string(),
    isActive: z.boolean().meta({ description: 'False: nothing is sent. So it is, too, once the bot was blocked.' }),
    events: z.array(z.enum(MESSENGER_EVENTS)).meta({ description: 'What the chat is told of.' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Destination' });

/** Shapes of responses; times in ISO 8601. */
export type LinkingJson = z.output<typeof linkingSchema>;
export type LinkingTokenJson = z.output<typeof linkingTokenSchema>;
export type DestinationJson = z.output<typeof destinationSchema>;

/** The response to a slash command of Slack or Mattermost. */
export const ephemeralReplySchema = z
  .strictObject({
    response_type: z.literal('ephemeral').meta({ description: 'Only the sender sees it.' }),
    text: z.string(),
    mrkdwn: z.literal(false).optional().meta({ description: 'Slack shows the text as it is.' }),
  })
  .meta({ id: 'EphemeralReply' });

/** The response to an interaction of Discord. */
export const discordReplySchema = z
  .union([
    z.strictObject({ type: z.literal(1) }).meta({ description: 'Responds to a ping.' }),
    z.strictObject({
      type: z.literal(4),
      data: z.strictObject({
        content: z.string(),
        flags: z.literal(64).meta({ description: 'Only the sender sees it.' }),
        allowed_mentions: z.strictObject({ parse: z.array(z.string()).meta({ description: 'Empty: nobody is mentioned.' }) }),
      }),
    }),
  ])
  .meta({ id: 'DiscordReply' });

export type EphemeralReply = z.output<typeof ephemeralReplySchema>;
export type DiscordReply = z.output<typeof discordReplySchema>;
