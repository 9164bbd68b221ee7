/**
 * Mattermost's incoming webhooks (developers.mattermost.com/integrate/webhooks/incoming). Its server looks for mentions outside code
 * only. 429 has Retry-After.
 */
import type { EventMessage } from '../../outbox/event-message';
import { type ChatFormat, inCode, jsonRequest } from './chat-format';

export const mattermost: ChatFormat = {
  problemWith: ({ pathname }) =>
    /\/hooks\/[^/]+$/.test(pathname) ? null : 'expected the address of an incoming webhook, such as https://chat.example/hooks/…',
  request: (message, { url }) => jsonRequest(url.href, mattermostBody(message)),
  isGone: (status) => status === 410,
};

function mattermostBody({ headline, subject, facts, link }: EventMessage) {
  return { text: [`**${headline}**`, ...(subject === '' ? [] : [inCode(subject)]), ...facts, link].join('\n') };
}
