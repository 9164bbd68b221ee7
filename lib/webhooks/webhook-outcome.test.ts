/** Results of the webhook pages' forms for the next page, and how they fit into a cookie. */
import { describe, expect, it } from 'vitest';
import { MAX_SECRET_CHARACTERS, MAX_STORED_RESPONSE_CHARACTERS, MAX_URL_CHARACTERS } from './webhook.rules';
import { createWebhookOutcomes, type WebhookOutcome } from './webhook-outcome';

const MAX_COOKIE_BYTES = 4_096;
const outcomes = createWebhookOutcomes({ secret: 'a secret of at least 32 characters', isHttps: true });
const anna = { userId: 1 };
const bert = { userId: 2 };

/** The outcome that the next page reads, from a browser that drops longer cookies. */
async function handedOver(outcome: WebhookOutcome): Promise<WebhookOutcome | null> {
  const [pair = ''] = (await outcomes.give(anna, outcome)).split(';');
  expect(pair.length).toBeLessThanOrEqual(MAX_COOKIE_BYTES);
  return outcomes.findIn(anna, pair);
}

const refused = (fields: Partial<WebhookOutcome & { kind: 'refused' }> = {}) =>
  ({
    kind: 'refused',
    webhookId: null,
    url: 'https://hooks.example/',
    format: 'standard',
    events: ['paste.created'],
    problems: { url: 'expected an https:// URL' },
    ...fields,
  }) satisfies WebhookOutcome;

const tested = (responseBody: string | null) =>
  ({
    kind: 'tested',
    webhookId: 7,
    test: { delivered: true, responseStatus: 200, responseBody, durationMs: 12, error: null },
  }) satisfies WebhookOutcome;

describe('the outcome of a form', () => {
  it.each<WebhookOutcome>([
    refused(),
    { kind: 'secret', webhookId: 7, secret: 'x'.repeat(MAX_SECRET_CHARACTERS) },
    tested('ok'),
    tested(null),
  ])('an outcome arrives as it was given: $kind', async (outcome) => {
    expect(await handedOver(outcome)).toEqual(outcome);
  });

  it('an outcome arrives at nobody else', async () => {
    const [pair = ''] = (await outcomes.give(anna, refused())).split(';');
    expect(await outcomes.findIn(bert, pair)).toBeNull();
    expect(await outcomes.findIn(null, pair)).toBeNull();
  });

  it('a refused form keeps what was typed when all of it is as long as it may be', async () => {
    const longest = refused({ url: `https://${'x'.repeat(MAX_URL_CHARACTERS - 8)}` });
    expect(await handedOver(longest)).toEqual(longest);
  });

  it('a refused form leaves out an address that is too long, and keeps the rest', async () => {
    expect(await handedOver(refused({ url: 'x'.repeat(10_000) }))).toEqual(refused({ url: '' }));
  });

  it.each([
    ['characters of three bytes', '鍵'.repeat(MAX_STORED_RESPONSE_CHARACTERS)],
    ['control characters', '\u0001'.repeat(MAX_STORED_RESPONSE_CHARACTERS)],
    ['quotation marks', '"'.repeat(MAX_STORED_RESPONSE_CHARACTERS)],
    ['pairs from an odd place on', `${'\u0001'.repeat(201)}${'😀'.repeat(399)}`],
    ['pairs from an even place on', `${'\u0001'.repeat(200)}${'😀'.repeat(400)}`],
  ])('a test keeps the beginning of a response of %s, in whole characters', async (_, body) => {
    const outcome = await handedOver(tested(body));
    if (outcome?.kind !== 'tested') throw new Error('expected the outcome of a test');
    const { responseBody, ...rest } = outcome.test;
    const kept = responseBody?.replace(/…$/, '') ?? '';
    expect(body.startsWith(kept)).toBe(true);
    expect(kept.length).toBeGreaterThan(300);
    expect(responseBody).not.toMatch(/[\ud800-\udfff]/u);
    expect(responseBody?.endsWith('…')).toBe(kept !== body);
    expect(rest).toEqual({ delivered: true, responseStatus: 200, durationMs: 12, error: null });
  });
});
