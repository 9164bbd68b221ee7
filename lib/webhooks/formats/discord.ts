/**
 * Discord's webhooks (docs.discord.com/developers/resources/webhook). A 429 says in JSON, with decimals, how long to wait. A webhook
 * that responds with 404 must not be used again, or Discord blocks this machine's address for a while.
 */
import type { EventMessage } from '../../outbox/event-message';
import { type ChatFormat, inCode, jsonRequest, needsPath, numberIn } from './chat-format';

const WEBHOOK = /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+$/;
/** No preview of the link: it would only repeat what the message says. */
const SUPPRESS_EMBEDS = 4;

export const discord: ChatFormat = {
  problemWith(url) {
    const isOther = /(^|\.)discord(app)?\.com$/.test(url.hostname) && !WEBHOOK.test(url.pathname);
    return isOther ? 'expected the address of a webhook, such as https://discord.com/api/webhooks/…/…' : needsPath(url);
  },
  request: (message, { url }) => jsonRequest(url.href, discordBody(message)),
  isGone: (status) => status === 404 || status === 410,
  waitMs(body) {
    const seconds = numberIn(body, 'retry_after');
    return seconds === null ? null : Math.ceil(seconds * 1000);
  },
};

export function discordBody({ headline, subject, facts, link }: EventMessage) {
  return {
    content: [`**${headline}**`, ...(subject === '' ? [] : [inCode(subject)]), ...facts, link].join('\n'),
    // Nobody is pinged, whatever the text says.
    allowed_mentions: { parse: [] },
    flags: SUPPRESS_EMBEDS,
  };
}
