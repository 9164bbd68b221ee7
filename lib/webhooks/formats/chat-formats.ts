import { escapeHtml } from '../../encoding/html';
import { escapeSlack } from '../../encoding/slack-text';
import { detailsOf, type EventMessage } from '../../outbox/event-message';
import type { ChatFormatName } from './format.rules';

/** The parts of every format of messages for people that goes by HTTP. */
interface ChatTarget {
  /** The webhook's address, which `problemWith` has accepted. */
  url: URL;
  /** The access token; '' without one. */
  token: string;
  /** Id of the delivery, the same on every attempt: letters, digits and _. */
  deliveryId: string;
}

interface FormatRequest {
  method: 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** A format that goes by HTTP. It adds markup and nothing else. */
interface ChatFormat {
  request(message: EventMessage, target: ChatTarget): FormatRequest;
  /** Why an address can't be one of this platform's; null if it can. */
  problemWith(url: URL): string | null;
  /** Whether the platform says that the address will never work again. @param body the beginning of the response */
  isGone(status: number, body: string): boolean;
  /** The delay in ms that the body of a 429 asks for; null: none, so that Retry-After counts. */
  waitMs?(body: string): number | null;
}

const jsonRequest = (url: string, body: object, headers: Record<string, string> = {}): FormatRequest => ({
  method: 'POST',
  url,
  headers,
  body: JSON.stringify(body),
});

/** One line for notifications, and for clients that know no more than text. */
const summaryOf = ({ headline, subject }: EventMessage): string => (subject === '' ? headline : `${headline}: ${subject}`);

/**
 * The text as code in Markdown, where nothing is a mention, a link or markup (CommonMark 0.31 §6.1). Backticks would end it and
 * become apostrophes.
 */
const inCode = (text: string): string => `\`${text.replaceAll('`', "'")}\``;

/** Breaks what programs would make links of: a zero width space follows each dot and colon that has something after it. */
const withoutLinks = (text: string): string => text.replace(/([.:])(?=\S)/gu, '$1\u200b');

/** The message in lines of Markdown. */
const inMarkdown = (message: EventMessage): string => [`**${message.headline}**`, ...detailsOf(message, inCode), message.link].join('\n');

/** Reads a number from a JSON object; null for anything else. @param body perhaps only the beginning of a response */
function numberIn(body: string, field: string): number | null {
  try {
    const value: unknown = (JSON.parse(body) as Record<string, unknown> | null)?.[field];
    return typeof value === 'number' && value >= 0 ? value : null;
  } catch {
    return null;
  }
}

/** The one segment of an address's path, decoded; null when it has none, several, or a query. */
function onlySegment({ pathname, search }: URL): string | null {
  const segment = /^\/([^/]+)$/.exec(pathname)?.[1];
  if (segment === undefined || search !== '') return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** For platforms whose addresses have a path that can't be told from another's. */
const needsPath = (url: URL): string | null => (url.pathname === '/' ? 'expected the whole address, with its path' : null);

/**
 * Slack's incoming webhooks (docs.slack.dev/messaging/sending-messages-using-incoming-webhooks). Texts are elements of a rich_text
 * block, which Slack doesn't parse: nothing in them can be a mention, a link or markup. 429 has Retry-After.
 */
const SERVICES = /^\/services\//;

const slack: ChatFormat = {
  problemWith(url) {
    // A workflow's address takes other fields.
    const isOther = /(^|\.)slack(-gov)?\.com$/.test(url.hostname) && !SERVICES.test(url.pathname);
    return isOther ? 'expected the address of an incoming webhook, such as https://hooks.slack.com/services/…' : needsPath(url);
  },
  request: (message, { url }) => jsonRequest(url.href, slackBody(message)),
  isGone: (status) => status === 404 || status === 410,
};

export function slackBody(message: EventMessage) {
  const { headline, subject, link } = message;
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
              ...detailsOf(message).map((line) => ({ type: 'text' as const, text: `\n${line}` })),
              { type: 'text' as const, text: '\n' },
              { type: 'link' as const, url: link },
            ],
          },
        ],
      },
    ],
  };
}

/**
 * Discord's webhooks (docs.discord.com/developers/resources/webhook). A 429 says in JSON, with decimals, how long to wait. A webhook
 * that responds with 404 must not be used again, or Discord blocks this machine's address for a while.
 */
const WEBHOOK = /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+$/;
/** No preview of the link: it would only repeat what the message says. */
const SUPPRESS_EMBEDS = 4;

const discord: ChatFormat = {
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

export function discordBody(message: EventMessage) {
  return {
    content: inMarkdown(message),
    // Nobody is pinged, whatever the text says.
    allowed_mentions: { parse: [] },
    flags: SUPPRESS_EMBEDS,
  };
}

/**
 * Mattermost's incoming webhooks (developers.mattermost.com/integrate/webhooks/incoming). Its server looks for mentions outside code
 * only. 429 has Retry-After.
 */
const mattermost: ChatFormat = {
  problemWith: ({ pathname }) =>
    /\/hooks\/[^/]+$/.test(pathname) ? null : 'expected the address of an incoming webhook, such as https://chat.example/hooks/…',
  request: (message, { url }) => jsonRequest(url.href, { text: inMarkdown(message) }),
  isGone: (status) => status === 410,
};

/**
 * Microsoft Teams, by the workflow "Send webhook alerts to a channel" (learn.microsoft.com/connectors/teams): a message with an
 * Adaptive Card. A TextRun has no Markdown (adaptivecards.io/explorer/TextRun.html), and mentions need entities, which are never
 * sent. 429 has Retry-After.
 */
const teams: ChatFormat = {
  problemWith: needsPath,
  request: (message, { url }) => jsonRequest(url.href, teamsBody(message)),
  isGone: (status) => status === 404 || status === 410,
};

function teamsBody(message: EventMessage) {
  const { headline, subject, link, linkText } = message;
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
          fallbackText: summaryOf({ ...message, subject: inert(subject) }),
          body: [paragraph(headline, 'Bolder'), ...detailsOf(message, inert).map((line) => paragraph(line, 'Default'))],
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

/**
 * Matrix (spec.matrix.org, client-server API: PUT /rooms/{roomId}/send/{eventType}/{txnId}). The webhook's address is the homeserver
 * with the room's id as path, its secret the access token. The delivery's id is the transaction's: the server takes a repetition as
 * the same message.
 */

/** A room's id (appendices, 4.2.3): `!`, then opaque. */
const ROOM = /^![^\s/]{1,254}$/;

const matrix: ChatFormat = {
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

function matrixBody(message: EventMessage) {
  const { headline, facts } = message;
  const link = escapeHtml(message.link);
  const details = detailsOf({ ...message, facts: facts.map(escapeHtml) }, (subject) => `<code>${escapeHtml(subject)}</code>`);
  return {
    // The type of programs' messages, which rings no bell by itself.
    msgtype: 'm.notice',
    body: [headline, ...detailsOf(message), message.link].join('\n'),
    format: 'org.matrix.custom.html',
    formatted_body: [`<strong>${escapeHtml(headline)}</strong>`, ...details, `<a href="${link}">${link}</a>`].join('<br>'),
    // Nobody is mentioned, whatever the text says (1.7, intentional mentions).
    'm.mentions': {},
  };
}

/**
 * ntfy (docs.ntfy.sh/publish, "Publish as JSON"): a POST to the server, with the topic of the address's path. Messages are plain text,
 * of which its clients make links. The secret, if any, is an access token. 429 has no time to wait.
 */
const TOPIC = /^[-_A-Za-z0-9]{1,64}$/;

const ntfy: ChatFormat = {
  problemWith(url) {
    const topic = onlySegment(url);
    return topic !== null && TOPIC.test(topic) ? null : 'expected the server and one topic, such as https://ntfy.sh/my-topic';
  },
  request(message, { url, token }) {
    const { headline, link } = message;
    const text = [...detailsOf(message, withoutLinks), link].join('\n');
    const body = { topic: onlySegment(url) ?? '', title: headline, message: text, click: link };
    return jsonRequest(`${url.origin}/`, body, token === '' ? {} : { Authorization: `Bearer ${token}` });
  },
  isGone: (status) => status === 410,
};

export const CHAT_FORMATS: Readonly<Record<ChatFormatName, ChatFormat>> = { slack, discord, mattermost, teams, matrix, ntfy };
