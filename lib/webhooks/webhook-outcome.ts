/** Results of forms on the webhook pages, for the next page, shortened to fit into a flash cookie. */
import * as z from 'zod';
import { createFlashCookie, type FlashCookie, MAX_FLASH_BYTES } from '../accounts/flash-cookie';
import type { CookieSecurity } from '../accounts/sealed-cookie';
import { WEBHOOK_FORMATS } from './formats/format.rules';
import { MAX_STORED_RESPONSE_CHARACTERS, WEBHOOK_EVENTS } from './webhook.rules';
import { testDeliverySchema } from './webhook.schema';

const TTL_SECONDS = 300;

const refusedSchema = z.object({
  kind: z.literal('refused'),
  /** Null when the form was to create a webhook. */
  webhookId: z.int().nullable(),
  url: z.string(),
  format: z.enum(WEBHOOK_FORMATS),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** The problem of each field. A secret is not handed on, so one that was right has to be typed again. */
  problems: z.object({ url: z.string(), format: z.string(), secret: z.enum(['refused', 'again']), events: z.string() }).partial(),
});

const secretSchema = z.object({ kind: z.literal('secret'), webhookId: z.int(), secret: z.string() });

const testedSchema = z.object({ kind: z.literal('tested'), webhookId: z.int(), test: testDeliverySchema });

const outcomeSchema = z.discriminatedUnion('kind', [refusedSchema, secretSchema, testedSchema]);
export type WebhookOutcome = z.output<typeof outcomeSchema>;

/** Flash cookies for outcomes. One that is too long loses its longest part: the end of a test's response, or the address. */
export function createWebhookOutcomes(security: CookieSecurity): FlashCookie<WebhookOutcome> {
  const flashCookie = createFlashCookie('sealpaste-webhook', TTL_SECONDS, security, outcomeSchema);
  return { ...flashCookie, give: (principal, outcome) => flashCookie.give(principal, fitted(outcome)) };
}

function fitted(outcome: WebhookOutcome): WebhookOutcome {
  if (fits(outcome)) return outcome;
  if (outcome.kind === 'refused') return { ...outcome, url: '' };
  if (outcome.kind === 'secret') return outcome;
  const { test } = outcome;
  let length = MAX_STORED_RESPONSE_CHARACTERS;
  let shorter = outcome;
  while (length > 0 && !fits(shorter)) {
    length -= 100;
    shorter = { ...outcome, test: { ...test, responseBody: `${test.responseBody?.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…` } };
  }
  return shorter;
}

const fits = (outcome: WebhookOutcome): boolean => Buffer.byteLength(JSON.stringify(outcome)) <= MAX_FLASH_BYTES;
