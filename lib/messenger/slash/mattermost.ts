/**
 * Custom slash commands of Mattermost: form-encoded, with a token in each request.
 * @see https://developers.mattermost.com/integrate/slash-commands/custom
 *
 * Not protected: nothing is signed, so whoever sees one request knows the token and can make others. The time is that of the
 * `trigger_id`, and a request without one has none.
 */
import type { EphemeralReply } from '../messenger.schema';
import { writeReply } from '../messenger-commands';
import { escapeMarkdown, hashRequest, isFresh, isSame, type SlashAdapter, spellLike } from './slash-platform';

/** @param tokens of the commands, of which each team has its own */
export function createMattermost(tokens: readonly string[]): SlashAdapter<EphemeralReply> {
  return {
    platform: 'mattermost',
    read({ header, body, nowMs }) {
      const fields = new URLSearchParams(body.toString('utf8'));
      // Mattermost sends the token in the body and in a header, of which the body's counts.
      const shown = fields.get('token') ?? /^Token (\S+)$/.exec(header('Authorization') ?? '')?.[1] ?? '';
      const userId = fields.get('user_id') ?? '';
      if (tokens.filter((token) => isSame(shown, token)).length === 0 || userId === '') return null;
      const atMs = timeOf(fields.get('trigger_id') ?? '');
      if (atMs !== null && !isFresh(atMs, nowMs)) return null;
      return {
        kind: 'command',
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
