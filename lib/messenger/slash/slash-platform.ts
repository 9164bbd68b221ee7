/** A platform that sends commands by HTTP and shows the response to whoever gave the command: what its adapter does. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../encoding/sha256';
import { SLASH_COMMAND, type SlashPlatform } from '../messenger.rules';
import type { Reply } from '../messenger-commands';
import type { Spell } from '../messenger-text';

/** A request with the bytes that were signed. */
interface SlashRequest {
  header(name: string): string | null;
  body: Buffer;
  nowMs: number;
}

export interface SlashCommand {
  kind: 'command';
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

/** `ping`: the platform only asks whether somebody is there who checks signatures. */
type SlashCall = SlashCommand | { kind: 'ping' };

export interface SlashAdapter<Response> {
  platform: SlashPlatform;
  /** @returns null for a request that the platform didn't make, or that is too old */
  read(request: SlashRequest): SlashCall | null;
  /** The response that only the sender sees. */
  present(reply: Reply): Response;
  pong?(): Response;
}

/** A request is refused when its time differs by more: Slack's limit, which the others are held to, too. */
const MAX_AGE_MS = 5 * 60_000;

export const isFresh = (atMs: number, nowMs: number): boolean => Math.abs(nowMs - atMs) <= MAX_AGE_MS;

/** Parses a time in whole seconds since 1970. @returns ms; null for anything else */
export const parseSeconds = (text: string | null): number | null =>
  text !== null && /^\d{1,12}$/.test(text) ? Number(text) * 1_000 : null;

/** Compares two secrets in a time that doesn't depend on what they have in common. */
export const isSame = (shown: string, expected: string): boolean => timingSafeEqual(sha256(shown), sha256(expected));

/** @param parts together different for each request that the platform makes */
export function hashRequest(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url');
}

/** Writes commands as the sender has done, whatever name the operator gave to the command. */
export const spellLike =
  (command: string | null): Spell =>
  (words) =>
    `${command !== null && /^\/[\w-]{1,64}$/.test(command) ? command : SLASH_COMMAND} ${words}`;

/** Escapes what Markdown could take for markup; addresses in it are no links any more. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\*_~`|<>[\]()#!:@+.-]/g, '\\$&');
