/** A platform that sends commands by HTTP and shows the response to whoever gave the command: what its adapter does. */

import { createHash, createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import * as z from 'zod';
import { sha256 } from '../../encoding/sha256';
import { escapeSlack, unescapeSlack } from '../../encoding/slack-text';
import { cut } from '../../outbox/event-message';
import { COMMANDS, SLASH_COMMAND } from '../messenger.rules';
import type { DiscordReply, EphemeralReply } from '../messenger.schema';
import { type Reply, writeReply } from '../messenger-commands';
import { type Spell, spellTelegram } from '../messenger-text';

/** A request with the bytes that were signed. */
interface SlashRequest {
  header(name: string): string | null;
  body: Buffer;
  nowMs: number;
}

export interface SlashCommand {
  /** Tells this request from all others of the platform. */
  requestHash: string;
  /** The platform's id of the sender, unique on the platform. */
  senderId: string;
  senderName: string;
  /** The sender's language, as a BCP 47 tag; null: the platform doesn't say it. */
  language: string | null;
  /** The command's name and what follows, such as `paste hello`. */
  text: string;
  spell: Spell;
}

export interface SlashAdapter<Response> {
  /**
   * @returns null for a request that the platform didn't make, or that is too old; `pong`: the response to one that only asks
   * whether somebody is there who checks signatures
   */
  read(request: SlashRequest): SlashCommand | { pong: Response } | null;
  /** The response that only the sender sees. */
  present(reply: Reply): Response;
}

/** A request is refused when its time differs by more: Slack's limit, which the others are held to, too. */
const MAX_AGE_MS = 5 * 60_000;

const isFresh = (atMs: number, nowMs: number): boolean => Math.abs(nowMs - atMs) <= MAX_AGE_MS;

/** Parses a time in whole seconds since 1970. @returns ms; null for anything else */
const parseSeconds = (text: string | null): number | null => (text !== null && /^\d{1,12}$/.test(text) ? Number(text) * 1_000 : null);

/** Compares two secrets in a time that doesn't depend on what they have in common. */
const isSame = (shown: string, expected: string): boolean => timingSafeEqual(sha256(shown), sha256(expected));

/** @param parts together different for each request that the platform makes */
function hashRequest(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url');
}

/** Writes commands as the sender has done, whatever name the operator gave to the command. */
const spellLike =
  (command: string | null): Spell =>
  (words) =>
    `${command !== null && /^\/[\w-]{1,64}$/.test(command) ? command : SLASH_COMMAND} ${words}`;

/** Escapes what Markdown could take for markup; addresses in it are no links any more. */
const escapeMarkdown = (text: string): string => text.replace(/[\\*_~`|<>[\]()#!:@+.-]/g, '\\$&');

/**
 * Slash commands of Slack: form-encoded, signed by HMAC-SHA256 over version, time and raw body.
 * @see https://docs.slack.dev/authentication/verifying-requests-from-slack
 * @see https://docs.slack.dev/interactivity/implementing-slash-commands
 */

/** The signature of a body. @param at the header X-Slack-Request-Timestamp */
function signForSlack(secret: string, at: string, body: Buffer): string {
  return `v0=${createHmac('sha256', secret).update(`v0:${at}:`).update(body).digest('hex')}`;
}

/** @param secret the app's signing secret */
export function createSlack(secret: string): SlashAdapter<EphemeralReply> {
  return {
    read({ header, body, nowMs }) {
      const at = header('X-Slack-Request-Timestamp');
      const atMs = parseSeconds(at);
      if (at === null || atMs === null || !isFresh(atMs, nowMs)) return null;
      if (!isSame(header('X-Slack-Signature') ?? '', signForSlack(secret, at, body))) return null;
      const fields = new URLSearchParams(body.toString('utf8'));
      const userId = fields.get('user_id') ?? '';
      // The ids of people are unique in an organization, or else in a workspace.
      const place = fields.get('enterprise_id') || fields.get('team_id') || '';
      if (userId === '') return null;
      const name = fields.get('user_name') || userId;
      const workspace = fields.get('team_domain');
      return {
        requestHash: hashRequest(at, '\n', body),
        senderId: `${place}/${userId}`,
        senderName: workspace ? `${name} (${workspace})` : name,
        language: null,
        text: unescapeSlack(fields.get('text') ?? ''),
        spell: spellLike(fields.get('command')),
      };
    },
    // No `mrkdwn`, so that a title can't be markup; the three characters could begin a mention.
    present: (reply) => ({ response_type: 'ephemeral', text: escapeSlack(writeReply(reply)), mrkdwn: false }),
  };
}

/**
 * Interactions of Discord: JSON, signed by Ed25519 over time and raw body.
 * @see https://docs.discord.com/developers/interactions/receiving-and-responding
 */

/** Types of interactions, of responses and of options, and the flag of a message for the sender alone. */
const PING = 1;
const INTERACTION_COMMAND = 2;
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
    read({ header, body, nowMs }) {
      const at = header('X-Signature-Timestamp');
      const atMs = parseSeconds(at);
      const signature = Buffer.from(header('X-Signature-Ed25519') ?? '', 'hex');
      if (at === null || atMs === null || !isFresh(atMs, nowMs)) return null;
      if (!verify(null, Buffer.concat([Buffer.from(at), body]), key, signature)) return null;
      const interaction = parse(body);
      if (interaction?.type === PING) return { pong: { type: PONG } };
      const user = interaction?.member?.user ?? interaction?.user;
      if (interaction?.type !== INTERACTION_COMMAND || user === undefined) return null;
      return {
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

/**
 * Custom slash commands of Mattermost: form-encoded, with a token in each request.
 * @see https://developers.mattermost.com/integrate/slash-commands/custom
 *
 * Not protected: nothing is signed, so whoever sees one request knows the token and can make others. The time is that of the
 * `trigger_id`, and a request without one has none.
 */

/** @param tokens of the commands, of which each team has its own */
export function createMattermost(tokens: readonly string[]): SlashAdapter<EphemeralReply> {
  return {
    read({ header, body, nowMs }) {
      const fields = new URLSearchParams(body.toString('utf8'));
      // Mattermost sends the token in the body and in a header, of which the body's counts.
      const shown = fields.get('token') ?? /^Token (\S+)$/.exec(header('Authorization') ?? '')?.[1] ?? '';
      const userId = fields.get('user_id') ?? '';
      if (tokens.filter((token) => isSame(shown, token)).length === 0 || userId === '') return null;
      const atMs = timeOf(fields.get('trigger_id') ?? '');
      if (atMs !== null && !isFresh(atMs, nowMs)) return null;
      return {
        requestHash: hashRequest(body),
        senderId: userId,
        senderName: fields.get('user_name') || userId,
        language: null,
        text: fields.get('text') ?? '',
        spell: spellLike(fields.get('command')),
      };
    },
    present: (reply) => ({ response_type: 'ephemeral', text: writeReply(reply, escapeMarkdown) }),
  };
}

/**
 * The time at which Mattermost made a trigger id: base64 of `id:user:milliseconds:signature` (GenerateTriggerId in
 * server/public/model/integration_action.go). @returns ms since 1970; null for another form
 */
function timeOf(triggerId: string): number | null {
  const at = /^[^:]+:[^:]+:(\d{10,15}):[^:]+$/.exec(Buffer.from(triggerId, 'base64').toString('utf8'))?.[1];
  return at === undefined ? null : Number(at);
}
