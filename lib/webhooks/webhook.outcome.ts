/**
 * What a form of the webhook pages has to tell the page after it: what was typed and why it was refused, a secret
 * that was just set, what came of a test. Forms answer with a redirect, so that they work without JavaScript and
 * reloading sends nothing again.
 *
 * Guarantees: it travels in a cookie that only this server can read, for a few minutes, to the user it is for; never
 * in an address.
 * Not protected: what doesn't fit into a cookie is left out (the text of a test's answer, an address as long as this).
 */
import { z } from 'zod';
import type { Principal } from '../accounts/accounts.service';
import { type CookieSecurity, createSealedCookie } from '../accounts/sealed-cookie';
import { MAX_STORED_RESPONSE_CHARACTERS, WEBHOOK_EVENTS } from './webhook.rules';

const TTL_SECONDS = 300;
/** Of JSON, so that the sealed cookie stays within the 4,096 bytes that browsers keep. */
const MAX_BYTES = 2_700;

const refusedSchema = z.object({
  kind: z.literal('refused'),
  /** Null for one that was to be created. */
  webhookId: z.int().nullable(),
  url: z.string(),
  secret: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** By field: what is wrong with it. */
  problems: z.object({ url: z.string(), secret: z.string(), events: z.string() }).partial(),
});

const secretSchema = z.object({ kind: z.literal('secret'), webhookId: z.int(), secret: z.string() });

const testedSchema = z.object({
  kind: z.literal('tested'),
  webhookId: z.int(),
  test: z.object({
    delivered: z.boolean(),
    responseStatus: z.int().nullable(),
    responseBody: z.string().nullable(),
    durationMs: z.number(),
    error: z.string().nullable(),
  }),
});

const outcomeSchema = z.discriminatedUnion('kind', [refusedSchema, secretSchema, testedSchema]);
export type WebhookOutcome = z.output<typeof outcomeSchema>;

const sealedSchema = z.object({ userId: z.int(), outcome: outcomeSchema });

export type WebhookOutcomes = ReturnType<typeof createWebhookOutcomes>;

export function createWebhookOutcomes(security: CookieSecurity) {
  const cookie = createSealedCookie('sealpaste-webhook', TTL_SECONDS, security, (value) => sealedSchema.parse(value));
  return {
    cookieName: cookie.name,

    /** @returns a Set-Cookie */
    handOver: ({ userId }: Principal, outcome: WebhookOutcome): Promise<string> => cookie.seal({ userId, outcome: fitted(outcome) }),

    /** @param sealed the cookie's value @returns what was handed over to them, or null */
    async handedOver({ userId }: Principal, sealed: string | undefined): Promise<WebhookOutcome | null> {
      const content = await cookie.unseal(sealed);
      return content && content.userId === userId ? content.outcome : null;
    },

    /** The Set-Cookie after which it is seen no more. */
    end: cookie.remove,
  };
}

function fitted(outcome: WebhookOutcome): WebhookOutcome {
  if (fits(outcome)) return outcome;
  if (outcome.kind === 'refused') {
    const shorter = { ...outcome, url: '' };
    return fits(shorter) ? shorter : { ...shorter, secret: '' };
  }
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

const fits = (outcome: WebhookOutcome): boolean => Buffer.byteLength(JSON.stringify(outcome)) <= MAX_BYTES;
