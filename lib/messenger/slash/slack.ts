/**
 * Slash commands of Slack: form-encoded, signed by HMAC-SHA256 over version, time and raw body.
 * @see https://docs.slack.dev/authentication/verifying-requests-from-slack
 * @see https://docs.slack.dev/interactivity/implementing-slash-commands
 */
import { createHmac } from 'node:crypto';
import { escapeSlack, unescapeSlack } from '../../encoding/slack-text';
import type { EphemeralReply } from '../messenger.schema';
import { writeReply } from '../messenger-commands';
import { hashRequest, isFresh, isSame, parseSeconds, type SlashAdapter, spellLike } from './slash-platform';

/** The signature of a body. @param at the header X-Slack-Request-Timestamp */
function signForSlack(secret: string, at: string, body: Buffer): string {
  return `v0=${createHmac('sha256', secret).update(`v0:${at}:`).update(body).digest('hex')}`;
}

/** @param secret the app's signing secret */
export function createSlack(secret: string): SlashAdapter<EphemeralReply> {
  return {
    platform: 'slack',
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
        kind: 'command',
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
