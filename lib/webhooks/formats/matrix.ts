/**
 * Matrix (spec.matrix.org, client-server API: PUT /rooms/{roomId}/send/{eventType}/{txnId}). The webhook's address is the homeserver
 * with the room's id as path, its secret the access token. The delivery's id is the transaction's: the server takes a repetition as
 * the same message.
 */
import { escapeHtml } from '../../encoding/html';
import type { EventMessage } from '../../outbox/event-message';
import { type ChatFormat, numberIn, onlySegment } from './chat-format';

/** A room's id (appendices, 4.2.3): `!`, then opaque. */
const ROOM = /^![^\s/]{1,254}$/;

export const matrix: ChatFormat = {
  problemWith(url) {
    const room = onlySegment(url);
    return room !== null && ROOM.test(room) ? null : "expected the server and the room's id, such as https://matrix.example/!room:example";
  },
  request(message, { url, token, deliveryId }) {
    const room = encodeURIComponent(onlySegment(url) ?? '');
    return {
      method: 'PUT',
      url: `${url.origin}/_matrix/client/v3/rooms/${room}/send/m.room.message/${deliveryId}`,
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify(matrixBody(message)),
    };
  },
  isGone: (status, body) => status === 410 || (status === 401 && /"M_UNKNOWN_TOKEN"/.test(body)),
  // Servers before 1.10 of the specification have no Retry-After.
  waitMs: (body) => numberIn(body, 'retry_after_ms'),
};

function matrixBody({ headline, subject, facts, link }: EventMessage) {
  const lines = [...(subject === '' ? [] : [`<code>${escapeHtml(subject)}</code>`]), ...facts.map(escapeHtml)];
  return {
    // The type of programs' messages, which rings no bell by itself.
    msgtype: 'm.notice',
    body: [headline, ...(subject === '' ? [] : [subject]), ...facts, link].join('\n'),
    format: 'org.matrix.custom.html',
    formatted_body: [`<strong>${escapeHtml(headline)}</strong>`, ...lines, `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`].join(
      '<br>',
    ),
    // Nobody is mentioned, whatever the text says (1.7, intentional mentions).
    'm.mentions': {},
  };
}
