/**
 * Slack, Discord and Mattermost as they send slash commands: the fields, headers and signatures of their documents. Nothing of
 * theirs is asked, since a reply is the response.
 */
import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { SlashPlatform } from '../messenger/messenger.rules';

export const SLACK_SECRET = '8f742231b10e8888abcd99yyyzzz85a5';
export const MATTERMOST_TOKEN = 'gr8kdf5i4tb7mtzu6nxq3jq7ac';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
/** The raw key, as the developer portal shows it. */
export const DISCORD_KEY = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');

/** Fields that a test sets; the rest is as the platform sends it. */
export interface Sent {
  /** The text after the command's name. */
  text?: string;
  userId?: string;
  userName?: string;
  language?: string;
  /** When the platform sends it, ms since 1970. */
  atMs?: number;
  /** Fields in place of the platform's. */
  fields?: Record<string, unknown>;
}

export interface PlatformRequest {
  platform: SlashPlatform;
  headers: Record<string, string>;
  body: Buffer;
}

const FORM = 'application/x-www-form-urlencoded';
const newId = () => randomBytes(13).toString('hex');

function fromSlack({ text = '', userId = 'U2147483697', userName = 'anna', atMs = Date.now(), fields = {} }: Sent): PlatformRequest {
  const body = Buffer.from(
    new URLSearchParams({
      token: 'gIkuvaNzQIHg97ATvDxqgjtO',
      team_id: 'T0001',
      team_domain: 'example',
      channel_id: 'C2147483705',
      channel_name: 'test',
      user_id: userId,
      user_name: userName,
      command: '/sealpaste',
      // Slack escapes three characters.
      text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
      api_app_id: 'A123456',
      is_enterprise_install: 'false',
      response_url: 'https://hooks.slack.com/commands/1234/5678',
      trigger_id: `13345224609.738474920.${newId()}`,
      ...(fields as Record<string, string>),
    }).toString(),
  );
  const at = String(Math.floor(atMs / 1_000));
  const hmac = createHmac('sha256', SLACK_SECRET).update(`v0:${at}:${body.toString()}`).digest('hex');
  return {
    platform: 'slack',
    body,
    headers: { 'Content-Type': FORM, 'User-Agent': 'Slackbot 1.0', 'X-Slack-Request-Timestamp': at, 'X-Slack-Signature': `v0=${hmac}` },
  };
}

/** Subcommands of `/sealpaste`, as docs/messenger.md registers them, and their options. */
export const DISCORD_OPTIONS: Record<string, string> = { paste: 'text', request: 'label', delete: 'id', link: 'token' };

function fromDiscord({
  text = '',
  userId = '53908232506183680',
  userName = 'anna',
  language = 'en-US',
  atMs = Date.now(),
  fields = {},
}: Sent) {
  const [, name = '', argument = ''] = /^(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  const option = DISCORD_OPTIONS[name];
  const options = option === undefined || argument === '' ? [] : [{ name: option, type: 3, value: argument }];
  const body = Buffer.from(
    JSON.stringify({
      id: newId(),
      application_id: '775799577604522054',
      type: 2,
      token: 'A_UNIQUE_TOKEN',
      version: 1,
      guild_id: '290926798626357999',
      channel_id: '645027906669510667',
      locale: language,
      guild_locale: 'en-US',
      member: {
        user: { id: userId, username: userName, global_name: null, avatar: 'a_d5efa99b3eeaa7dd43acca82f5692432', discriminator: '0' },
        roles: ['539082325061836999'],
        permissions: '2147483647',
        joined_at: '2017-03-13T19:19:14.040000+00:00',
      },
      data: { id: '771825006014889984', name: 'sealpaste', type: 1, options: [{ name, type: 1, options }] },
      ...fields,
    }),
  );
  return signedByDiscord(body, atMs);
}

function signedByDiscord(body: Buffer, atMs: number): PlatformRequest {
  const at = String(Math.floor(atMs / 1_000));
  const signature = sign(null, Buffer.concat([Buffer.from(at), body]), privateKey).toString('hex');
  return {
    platform: 'discord',
    body,
    headers: { 'Content-Type': 'application/json', 'X-Signature-Ed25519': signature, 'X-Signature-Timestamp': at },
  };
}

/** Discord's request when an address is entered as the interactions endpoint. */
export const discordPing = (atMs = Date.now()): PlatformRequest =>
  signedByDiscord(
    Buffer.from(JSON.stringify({ id: newId(), application_id: '775799577604522054', type: 1, token: 't', version: 1 })),
    atMs,
  );

function fromMattermost({ text = '', userId = 'rnina9994bde8mua79zqcg5hmo', userName = 'anna', atMs = Date.now(), fields = {} }: Sent) {
  const data = `${newId()}:${userId}:${atMs}:`;
  const body = Buffer.from(
    new URLSearchParams({
      channel_id: 'fukanaf9n3r8mxsqzbd9xasxjo',
      channel_name: 'town-square',
      command: '/sealpaste',
      response_url: 'https://chat.example/hooks/commands/7da5qcbnxf8oxfnjtpdiqqpduw',
      team_domain: 'example',
      team_id: 'xm9yhugr3frejbchpqogecrdta',
      text,
      token: MATTERMOST_TOKEN,
      trigger_id: Buffer.from(`${data}${Buffer.from('signature').toString('base64')}`).toString('base64'),
      user_id: userId,
      user_name: userName,
      ...(fields as Record<string, string>),
    }).toString(),
  );
  const headers = { 'Content-Type': FORM, Accept: 'application/json', Authorization: `Token ${MATTERMOST_TOKEN}` };
  return { platform: 'mattermost', body, headers } satisfies PlatformRequest;
}

export const SENDS: Record<SlashPlatform, (sent: Sent) => PlatformRequest> = {
  slack: fromSlack,
  discord: fromDiscord,
  mattermost: fromMattermost,
};

/** The text that the sender sees, who alone may see it. @throws for any other response */
export function privateText(platform: SlashPlatform, response: unknown): string {
  const { response_type, text, type, data } = response as Record<string, unknown> & { data?: Record<string, unknown> };
  if (platform === 'discord') {
    if (type !== 4 || data?.flags !== 64) throw new Error(`expected a message for the sender alone, got ${JSON.stringify(response)}`);
    return String(data.content);
  }
  if (response_type !== 'ephemeral') throw new Error(`expected a message for the sender alone, got ${JSON.stringify(response)}`);
  return String(text);
}
