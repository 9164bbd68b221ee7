/**
 * ntfy (docs.ntfy.sh/publish, "Publish as JSON"): a POST to the server, with the topic of the address's path. Messages are plain text,
 * of which its clients make links. The secret, if any, is an access token. 429 has no time to wait.
 */
import type { EventMessage } from '../../outbox/event-message';
import { type ChatFormat, jsonRequest, onlySegment, withoutLinks } from './chat-format';

const TOPIC = /^[-_A-Za-z0-9]{1,64}$/;

export const ntfy: ChatFormat = {
  problemWith(url) {
    const topic = onlySegment(url);
    return topic !== null && TOPIC.test(topic) ? null : 'expected the server and one topic, such as https://ntfy.sh/my-topic';
  },
  request: (message, { url, token }) =>
    jsonRequest(`${url.origin}/`, ntfyBody(message, onlySegment(url) ?? ''), token === '' ? {} : { Authorization: `Bearer ${token}` }),
  isGone: (status) => status === 410,
};

function ntfyBody({ headline, subject, facts, link }: EventMessage, topic: string) {
  const lines = [...(subject === '' ? [] : [withoutLinks(subject)]), ...facts, link];
  return { topic, title: headline, message: lines.join('\n'), click: link };
}
