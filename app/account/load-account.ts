import { cookies } from 'next/headers';
import { cache } from 'react';
import type { SignedIn } from '#lib/accounts/sessions.service';
import { services } from '#lib/services/services';
import type { WebhookOutcome } from '#lib/webhooks/webhook.outcome';

/** Who is signed in, or null. Once a request. */
export const loadSignedIn = cache(async (): Promise<SignedIn | null> => {
  const { sessions } = await services();
  return sessions.find((await cookies()).get(sessions.cookieName)?.value);
});

/** What was just made for whoever looks, or null. */
export async function loadHandedOver(what: 'newKey' | 'linkingToken', signedIn: SignedIn | null): Promise<string | null> {
  const handOver = (await services()).sessions[what];
  return handOver.find(signedIn, (await cookies()).get(handOver.cookieName)?.value);
}

/** What a form of the webhook pages has just told whoever looks, or null. */
export async function loadWebhookOutcome(signedIn: SignedIn): Promise<WebhookOutcome | null> {
  const { webhookOutcomes } = await services();
  return webhookOutcomes.handedOver(signedIn, (await cookies()).get(webhookOutcomes.cookieName)?.value);
}
