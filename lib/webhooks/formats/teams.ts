/**
 * Microsoft Teams, by the workflow "Send webhook alerts to a channel" (learn.microsoft.com/connectors/teams): a message with an
 * Adaptive Card. A TextRun has no Markdown (adaptivecards.io/explorer/TextRun.html), and mentions need entities, which are never
 * sent. 429 has Retry-After.
 */
import type { EventMessage } from '../../outbox/event-message';
import { type ChatFormat, jsonRequest, needsPath, summaryOf, withoutLinks } from './chat-format';

export const teams: ChatFormat = {
  problemWith: needsPath,
  request: (message, { url }) => jsonRequest(url.href, teamsBody(message)),
  isGone: (status) => status === 404 || status === 410,
};

function teamsBody(message: EventMessage) {
  const { headline, subject, facts, link, linkText } = message;
  const quiet = inert(subject);
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard' as const,
          // The version that Teams shows on all devices.
          version: '1.4',
          fallbackText: summaryOf({ ...message, subject: quiet }),
          body: [
            paragraph(headline, 'Bolder'),
            ...[quiet, ...facts].filter((line) => line !== '').map((line) => paragraph(line, 'Default')),
          ],
          actions: [{ type: 'Action.OpenUrl' as const, title: linkText, url: link }],
        },
      },
    ],
  };
}

const paragraph = (text: string, weight: 'Default' | 'Bolder') => ({
  type: 'RichTextBlock' as const,
  inlines: [{ type: 'TextRun' as const, text, weight }],
});

/** Takes out links and {{DATE(…)}}, which cards replace. */
const inert = (text: string): string => withoutLinks(text).replaceAll('{{', '{\u200b{');
