/**
 * Interactions of Discord: JSON, signed by Ed25519 over time and raw body.
 * @see https://docs.discord.com/developers/interactions/receiving-and-responding
 */
import { createPublicKey, verify } from 'node:crypto';
import * as z from 'zod';
import { cut } from '../../outbox/event-text';
import { COMMANDS } from '../messenger.rules';
import type { DiscordReply } from '../messenger.schema';
import { writeReply } from '../messenger-commands';
import { spellTelegram } from '../messenger-text';
import { escapeMarkdown, hashRequest, isFresh, parseSeconds, type SlashAdapter, spellLike } from './slash-platform';

/** Types of interactions, of responses and of options, and the flag of a message for the sender alone. */
const PING = 1;
const COMMAND = 2;
const PONG = 1;
const MESSAGE = 4;
const SUBCOMMAND = 1;
const EPHEMERAL = 64;
const MAX_CONTENT_UNITS = 2_000;

const valueSchema = z.looseObject({ value: z.union([z.string(), z.number(), z.boolean()]).optional() });
const userSchema = z.looseObject({ id: z.string().min(1), username: z.string().optional(), global_name: z.string().nullable().optional() });
const interactionSchema = z.looseObject({
  type: z.int(),
  locale: z.string().optional(),
  /** The sender in a server, or elsewhere. */
  member: z.looseObject({ user: userSchema }).optional(),
  user: userSchema.optional(),
  data: z
    .looseObject({
      name: z.string(),
      options: z
        .array(valueSchema.extend({ name: z.string(), type: z.int().optional(), options: z.array(valueSchema).optional() }))
        .optional(),
    })
    .optional(),
});
type Interaction = z.output<typeof interactionSchema>;

/** @param publicKey of the application, 64 hexadecimal digits */
export function createDiscord(publicKey: string): SlashAdapter<DiscordReply> {
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });

  return {
    platform: 'discord',
    read({ header, body, nowMs }) {
      const at = header('X-Signature-Timestamp');
      const atMs = parseSeconds(at);
      const signature = Buffer.from(header('X-Signature-Ed25519') ?? '', 'hex');
      if (at === null || atMs === null || !isFresh(atMs, nowMs)) return null;
      if (!verify(null, Buffer.concat([Buffer.from(at), body]), key, signature)) return null;
      const interaction = parse(body);
      if (interaction?.type === PING) return { kind: 'ping' };
      const user = interaction?.member?.user ?? interaction?.user;
      if (interaction?.type !== COMMAND || user === undefined) return null;
      return {
        kind: 'command',
        requestHash: hashRequest(at, '\n', body),
        senderId: user.id,
        senderName: user.global_name || user.username || user.id,
        language: interaction.locale ?? null,
        text: textOf(interaction.data),
        spell: isOwnName(interaction.data?.name) ? spellTelegram : spellLike(`/${interaction.data?.name}`),
      };
    },
    present: (reply) => ({
      type: MESSAGE,
      data: { content: cut(writeReply(reply, escapeMarkdown), MAX_CONTENT_UNITS), flags: EPHEMERAL, allowed_mentions: { parse: [] } },
    }),
    pong: () => ({ type: PONG }),
  };
}

function parse(body: Buffer): Interaction | null {
  try {
    return interactionSchema.safeParse(JSON.parse(body.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** Whether a command of the application is one of ours itself, and not one that has ours as subcommands. */
const isOwnName = (name = '') => [...COMMANDS, 'link', 'help'].includes(name);

/** The command as the other platforms send it: the name, then what was entered. */
function textOf({ name, options = [] }: NonNullable<Interaction['data']> = { name: '' }): string {
  const [first] = options;
  const words =
    first?.type === SUBCOMMAND
      ? [first.name, ...(first.options ?? []).map(({ value = '' }) => value)]
      : [...(isOwnName(name) ? [name] : []), ...options.map(({ value = '' }) => value)];
  return words.join(' ');
}
