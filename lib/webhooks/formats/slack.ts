/**
 * Slack's incoming webhooks (docs.slack.dev/messaging/sending-messages-using-incoming-webhooks). Texts are elements of a rich_text
 * block, which Slack doesn't parse: nothing in them can be a mention, a link or markup. 429 has Retry-After.
 */
import { escapeSlack } from '../../encoding/slack-text';
import type { EventMessage } from '../../outbox/event-message';
import { type ChatFormat, inCode, jsonRequest, needsPath, summaryOf } from './chat-format';

const SERVICES = /^\/services\//;

export const slack: ChatFormat = {
  problemWith(url) {
    // A workflow's address takes other fields.
    const isOther = /(^|\.)slack(-gov)?\.com$/.test(url.hostname) && !SERVICES.test(url.pathname);
    return isOther ? 'expected the address of an incoming webhook, such as https://hooks.slack.com/services/…' : needsPath(url);
  },
  request: (message, { url }) => jsonRequest(url.href, slackBody(message)),
  isGone: (status) => status === 404 || status === 410,
};

export function slackBody(message: EventMessage) {
  const { headline, subject, facts, link } = message;
  const lines = [...(subject === '' ? [] : [subject]), ...facts].map((line) => `\n${line}`);
  return {
    // For notifications; it is parsed as mrkdwn.
    text: escapeSlack(summaryOf({ ...message, subject: subject === '' ? '' : inCode(subject) })),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      {
        type: 'rich_text' as const,
        elements: [
          {
            type: 'rich_text_section' as const,
            elements: [
              { type: 'text' as const, text: headline, style: { bold: true } },
              ...lines.map((text) => ({ type: 'text' as const, text })),
              { type: 'text' as const, text: '\n' },
              { type: 'link' as const, url: link },
            ],
          },
        ],
      },
    ],
  };
}
