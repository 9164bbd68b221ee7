/**
 * Each format's requests, against the types or the documented fields of its platform, with titles from strangers that want to ping,
 * link, mark up or hide.
 */
import type { RichTextBlock } from '@slack/types';
import type { RESTPostAPIWebhookWithTokenJSONBody } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type EventMessage, messageOf } from '../../outbox/event-message';
import type { EventPaste } from '../../outbox/event-paste';
import { cloudEventOf } from '../webhook-requests';
import { CHAT_FORMATS, discordBody, slackBody } from './chat-formats';
import { type ChatFormatName, shownUrl } from './format.rules';

const BASE_URL = 'https://paste.example';
const LINK = `${BASE_URL}/view/yTFk30gcJuVvqs9M2GbEeXnA`;
const FORMATS = Object.keys(CHAT_FORMATS) as ChatFormatName[];

/** Addresses as the platforms give them. */
const ADDRESSES: Record<ChatFormatName, string> = {
  slack: 'https://hooks.slack.com/services/T0123ABCD/B0123ABCD/aBcDeFgHiJkLmNoPqRsTuVwX',
  discord: 'https://discord.com/api/webhooks/123456789012345678/aBcDeFgHiJkLmNoPqRsTuVwX_yZ-0123456789',
  mattermost: 'https://chat.example/hooks/abcdefghijklmnopqrstuvwxyz',
  teams: 'https://prod-1.westeurope.logic.azure.com:443/workflows/abc/triggers/manual/paths/invoke?api-version=2016-06-01&sig=aBcDeFgHiJ',
  matrix: 'https://matrix.example/!abcdefgh:example.org',
  ntfy: 'https://ntfy.sh/my-topic',
};

/** The fields of each platform's request that are used, by its documents; any other is refused. */
const SCHEMAS: Record<ChatFormatName, z.ZodType> = {
  // docs.slack.dev/reference/block-kit/blocks/rich-text-block, docs.slack.dev/reference/methods/chat.postMessage
  slack: z.strictObject({
    text: z.string().min(1).max(40_000),
    unfurl_links: z.literal(false),
    unfurl_media: z.literal(false),
    blocks: z.tuple([
      z.strictObject({
        type: z.literal('rich_text'),
        elements: z.tuple([
          z.strictObject({
            type: z.literal('rich_text_section'),
            elements: z.array(
              z.discriminatedUnion('type', [
                z.strictObject({
                  type: z.literal('text'),
                  text: z.string().min(1),
                  style: z.strictObject({ bold: z.boolean() }).optional(),
                }),
                z.strictObject({ type: z.literal('link'), url: z.literal(LINK) }),
              ]),
            ),
          }),
        ]),
      }),
    ]),
  }),
  // docs.discord.com/developers/resources/webhook#execute-webhook
  discord: z.strictObject({
    content: z.string().min(1).max(2_000),
    allowed_mentions: z.strictObject({ parse: z.tuple([]) }),
    flags: z.literal(4),
  }),
  // developers.mattermost.com/integrate/webhooks/incoming
  mattermost: z.strictObject({ text: z.string().min(1).max(4_000) }),
  // learn.microsoft.com/connectors/teams, adaptivecards.io/explorer; at most 28 KB
  teams: z
    .strictObject({
      type: z.literal('message'),
      attachments: z.tuple([
        z.strictObject({
          contentType: z.literal('application/vnd.microsoft.card.adaptive'),
          contentUrl: z.null(),
          content: z.strictObject({
            $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
            type: z.literal('AdaptiveCard'),
            version: z.literal('1.4'),
            fallbackText: z.string().min(1),
            body: z
              .array(
                z.strictObject({
                  type: z.literal('RichTextBlock'),
                  inlines: z.tuple([
                    z.strictObject({ type: z.literal('TextRun'), text: z.string().min(1), weight: z.enum(['Default', 'Bolder']) }),
                  ]),
                }),
              )
              .min(1),
            actions: z.tuple([z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string().min(1), url: z.literal(LINK) })]),
          }),
        }),
      ]),
    })
    .refine((body) => Buffer.byteLength(JSON.stringify(body)) <= 28 * 1024),
  // spec.matrix.org, client-server API, m.room.message and m.mentions; an event has at most 65,536 bytes
  matrix: z.strictObject({
    msgtype: z.literal('m.notice'),
    body: z.string().min(1).max(20_000),
    format: z.literal('org.matrix.custom.html'),
    formatted_body: z.string().min(1).max(20_000),
    'm.mentions': z.strictObject({}),
  }),
  // docs.ntfy.sh/publish, "Publish as JSON"; a message has at most 4,096 bytes
  ntfy: z.strictObject({
    topic: z.literal('my-topic'),
    title: z.string().min(1).max(250),
    message: z
      .string()
      .min(1)
      .refine((text) => Buffer.byteLength(text) <= 4_096),
    click: z.literal(LINK),
  }),
};

const messageFor = (title: string | null, fields: Partial<EventPaste> = {}): EventMessage => {
  const expiresAt = Date.parse('2026-11-27T11:03:00.000Z');
  const paste = { publicId: 'yTFk30gcJuVvqs9M2GbEeXnA', title, isE2ee: false, burnAfterRead: true, expiresAt, ...fields };
  return messageOf({ name: 'paste.created', paste }, BASE_URL);
};

function bodyOf(format: ChatFormatName, message: EventMessage) {
  const target = { url: new URL(ADDRESSES[format]), token: 'a-token', deliveryId: 'msg_x_7' };
  return JSON.parse(CHAT_FORMATS[format].request(message, target).body);
}

/** The part of a request that has the title, checked to be inert, as it is read there. */
const INERT: Record<ChatFormatName, (body: ReturnType<typeof bodyOf>) => string> = {
  slack({ text, blocks }) {
    expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
    return blocks[0].elements[0].elements[1].text.slice(1);
  },
  discord: ({ content }) => onlyCode(content),
  mattermost: ({ text }) => onlyCode(text),
  teams: ({ attachments: [{ content }] }) => {
    const { text } = content.body[1].inlines[0];
    for (const part of [text, content.fallbackText]) expect(part).not.toMatch(/:\/\/|\w\.\w|\{\{/);
    return text.replaceAll('\u200b', '');
  },
  matrix({ body, formatted_body }) {
    const tags: string[] = formatted_body.match(/<[^>]*>/g) ?? [];
    const expected = ['<strong>', '</strong>', '<code>', '</code>', `<a href="${LINK}">`, '</a>'];
    expect(tags.filter((tag) => tag !== '<br>')).toEqual(expected);
    const inCode: string = /<code>(.*)<\/code>/.exec(formatted_body)?.[1] ?? '';
    expect(inCode).not.toMatch(/&(?!(?:amp|lt|gt|quot);)/);
    const text = inCode.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
    expect(body.split('\n')[1]).toBe(text);
    return text;
  },
  ntfy({ message }) {
    const [line = ''] = message.split('\n');
    expect(line).not.toMatch(/:\/\/|\w\.\w/);
    return line.replaceAll('\u200b', '');
  },
};

/** The second line, which must be one span of code. */
function onlyCode(text: string): string {
  const [, line = ''] = text.split('\n');
  expect(line).toMatch(/^`[^`]+`$/);
  return line.slice(1, -1);
}

describe.each(FORMATS)('a message for %s', (format) => {
  it.each([
    ['mentions', '@everyone @here @channel @room <!channel> <@123> <@&123> <#123> @anna:example.org'],
    ['markup', '**b** _i_ ~~s~~ ||x|| [x](https://evil.example) <https://evil.example|x> # <b>x</b> &lt;!here&gt; :tada:'],
    ['code', '``` `x` ``'],
    ['links', 'https://evil.example/x www.evil.example evil.example mailto:anna@evil.example'],
    ['templates', '{{DATE(2026-11-24T00:00Z, LONG)}} @{triggerBody()}'],
    ['tags', '"><script>alert(1)</script><a href="https://evil.example">x</a><img src=x onerror=x>'],
    ['255 code points', '😀'.repeat(255)],
    ['right to left', 'פריט חדש 名前'],
    ['dollars', "$& $1 $` $' \\"],
  ])('a title with %s is nothing but text', (_, title) => {
    const body = bodyOf(format, messageFor(title));
    SCHEMAS[format].parse(body);
    const read = INERT[format](body);
    // Only a backtick can't stand in code.
    expect([title, title.replaceAll('`', "'")]).toContain(read);
  });

  it('a title hides, reverses and breaks nothing, and has no key', () => {
    const title = `a\0b\x1b[31m\n\r\u2028c \u202egnp.exe\u2066\u200b\ufeff\u{e0041} ${LINK}#${'k'.repeat(43)} \ud800`;
    const text = JSON.stringify(bodyOf(format, messageFor(title))).replaceAll('\u200b', '');
    expect(text).not.toMatch(/\\u0000|\\u001b|\\r|[\u2028\u202a-\u202e\u2066-\u2069\ufeff]|\u{e0041}|kkk|\\ud800/u);
  });

  it('a message without a title says what happened, when it ends, and where', () => {
    for (const title of [null, '', ' \u202e ']) {
      const message = messageFor(title, { isE2ee: true });
      expect(message).toMatchObject({
        headline: 'New paste',
        subject: '',
        link: LINK,
        facts: ['Expires 2026-11-27 11:03 UTC', expect.any(String), expect.any(String)],
      });
      const body = bodyOf(format, message);
      SCHEMAS[format].parse(body);
      const text = JSON.stringify(body);
      for (const part of ['New paste', '2026-11-27 11:03 UTC', 'Encrypted in the browser', LINK]) expect(text).toContain(part);
    }
  });

  it('the address that the platform gives is accepted, and the beginning of it is not', () => {
    const { problemWith } = CHAT_FORMATS[format];
    expect(problemWith(new URL(ADDRESSES[format]))).toBeNull();
    expect(problemWith(new URL(new URL(ADDRESSES[format]).origin))).toMatch(/^expected /);
  });

  it('the list shows the origin and four characters of an address', () => {
    const address = ADDRESSES[format];
    const shown = shownUrl(format, address);
    expect(shown).toBe(`${new URL(address).origin}/…${format === 'ntfy' ? '' : address.slice(-4)}`);
  });
});

it.each([
  ['slack', 'https://hooks.slack.com/triggers/T0123/456/abc'],
  ['discord', 'https://discord.com/channels/1/2'],
  ['discord', `${ADDRESSES.discord}/slack`],
  ['mattermost', 'https://chat.example/team/channels/town-square'],
  ['matrix', 'https://matrix.example/room'],
  ['matrix', 'https://matrix.example/!a:b/c'],
  ['matrix', 'https://matrix.example/!a:b?access_token=x'],
  ['matrix', 'https://matrix.example/!%'],
  ['ntfy', 'https://ntfy.sh/a/b'],
  ['ntfy', 'https://ntfy.sh/a%2Fb'],
  ['ntfy', `https://ntfy.sh/${'x'.repeat(65)}`],
] as const)('%s has no address such as %s', (format, url) => {
  expect(CHAT_FORMATS[format].problemWith(new URL(url))).toMatch(/^expected .*https:|^expected /);
});

it('Matrix gets a PUT with the delivery as transaction and the token in a header', () => {
  const target = { url: new URL(ADDRESSES.matrix), token: 'syt_x', deliveryId: 'msg_x_7' };
  expect(CHAT_FORMATS.matrix.request(messageFor('x'), target)).toMatchObject({
    method: 'PUT',
    url: 'https://matrix.example/_matrix/client/v3/rooms/!abcdefgh%3Aexample.org/send/m.room.message/msg_x_7',
    headers: { Authorization: 'Bearer syt_x' },
  });
});

it('ntfy gets a POST at its root, with a token only where there is one', () => {
  const target = { url: new URL(ADDRESSES.ntfy), token: '', deliveryId: 'msg_x_7' };
  expect(CHAT_FORMATS.ntfy.request(messageFor('x'), target)).toMatchObject({ method: 'POST', url: 'https://ntfy.sh/', headers: {} });
  expect(CHAT_FORMATS.ntfy.request(messageFor('x'), { ...target, token: 'tk_x' }).headers).toEqual({ Authorization: 'Bearer tk_x' });
});

it('the types of Slack and Discord take the requests', () => {
  const blocks: RichTextBlock[] = slackBody(messageFor('x')).blocks;
  const message: RESTPostAPIWebhookWithTokenJSONBody = discordBody(messageFor('x'));
  expect([blocks.length, message.content?.length]).toEqual([1, expect.any(Number)]);
});

/** The attributes of a JSON event (CloudEvents 1.0.2, "Context Attributes", and its JSON event format). */
const CLOUD_EVENT = z.strictObject({
  specversion: z.literal('1.0'),
  id: z.string().min(1),
  source: z.url(),
  type: z.string().min(1),
  subject: z.string().min(1).optional(),
  time: z.iso.datetime(),
  datacontenttype: z.literal('application/json'),
  data: z.record(z.string(), z.unknown()),
});

it('a CloudEvent has its specified attributes and the data of the standard format', () => {
  const createdAt = '2026-11-24T12:00:00.000Z';
  const data = {
    publicId: 'yTFk30gcJuVvqs9M2GbEeXnA',
    url: LINK,
    syntax: 'rust',
    isE2ee: true,
    burnAfterRead: true,
    expiresAt: null,
    createdAt,
  };
  const body = CLOUD_EVENT.parse(cloudEventOf({ id: 'msg_x_7', event: 'paste.created', createdAt, data }, `${BASE_URL}/`));
  expect(body).toMatchObject({ id: 'msg_x_7', type: 'sealpaste.paste.created', subject: data.publicId, time: createdAt });
  expect(body.data).toEqual(data);
  const test = { id: 'msg_x_7', event: 'webhook.test', createdAt, data: { webhookId: 7 } } as const;
  expect(CLOUD_EVENT.parse(cloudEventOf(test, `${BASE_URL}/`))).not.toHaveProperty('subject');
});
