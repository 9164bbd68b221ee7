/** The secrets that sign a delivery, from a change of the secret to the end of its overlap. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReceivedDelivery } from '../testing/receiver';
import { engines } from '../testing/test-database';
import { store } from '../testing/test-pastes';
import { openTestWebhooks, SECRET, type TestWebhooks } from '../testing/test-webhooks';
import { NOON } from '../testing/users';
import { SECRET_OVERLAP_MS } from './webhook.rules';
import { signatureHeaders } from './webhook-requests';

const NEW_SECRET = 'the new secret';
const NEWEST_SECRET = 'the newest secret';

describe.each(engines)('signing on %s', (engine) => {
  let webhooks: TestWebhooks;

  beforeAll(async () => {
    webhooks = await openTestWebhooks(engine);
  });
  beforeEach(() => webhooks.clear());
  afterAll(() => webhooks?.close());

  /** Finds the secrets under which a request is signed, the current one first. */
  function secretsOf({ headers, body, id, event }: ReceivedDelivery): string[] {
    const sentAt = Number(headers['webhook-timestamp']) * 1_000;
    const under = (secrets: string[]) => signatureHeaders({ id, event, body, sentAt }, secrets);
    const known = [SECRET, NEW_SECRET, NEWEST_SECRET];
    const signatures = headers['webhook-signature']?.split(' ') ?? [];
    const found = signatures.map((signature) => known.find((secret) => under([secret])['webhook-signature'] === signature) ?? 'unknown');
    // All signature headers agree.
    const expected = Object.entries(under(found)).map(([name, value]) => [name.toLowerCase(), value]);
    expect(headers).toMatchObject(Object.fromEntries(expected));
    expect('x-service-signature-256-previous' in headers).toBe(found.length > 1);
    return found;
  }

  /** The secrets that sign an attempt at that time, by the worker and by a test. */
  async function signedAt(now: number, id: number): Promise<string[]> {
    webhooks.receiver.received.length = 0;
    await store(webhooks.at(now).pastes, 'text', { owner: webhooks.anna });
    await webhooks.at(now).attempt(await webhooks.claimOne(now));
    await webhooks.at(now).service.test(webhooks.anna, id);
    const [byWorker, byTest] = webhooks.receiver.received.map(secretsOf);
    expect(byTest).toEqual(byWorker);
    return byWorker ?? [];
  }

  const change = (now: number, id: number, secret: string) => webhooks.at(now).service.update(webhooks.anna, id, { secret });

  it('a delivery is signed under the one secret that there is', async () => {
    const { id } = await webhooks.subscribe();
    expect(await signedAt(NOON, id)).toEqual([SECRET]);
  });

  it('the old secret signs as well until a day after the change, without any cleanup', async () => {
    const { id } = await webhooks.subscribe();
    await change(NOON, id, NEW_SECRET);
    expect(await signedAt(NOON, id)).toEqual([NEW_SECRET, SECRET]);
    expect(await signedAt(NOON + SECRET_OVERLAP_MS - 1, id)).toEqual([NEW_SECRET, SECRET]);
    expect(await signedAt(NOON + SECRET_OVERLAP_MS, id)).toEqual([NEW_SECRET]);
    expect(await signedAt(NOON + SECRET_OVERLAP_MS + 1, id)).toEqual([NEW_SECRET]);
    expect(await webhooks.rows('SELECT id FROM webhook_secrets')).toHaveLength(2);
  });

  it('of three secrets the last two sign', async () => {
    const { id } = await webhooks.subscribe();
    await change(NOON, id, NEW_SECRET);
    await change(NOON + 1_000, id, NEWEST_SECRET);
    expect(await signedAt(NOON + 1_000, id)).toEqual([NEWEST_SECRET, NEW_SECRET]);
    expect(await signedAt(NOON + SECRET_OVERLAP_MS + 999, id)).toEqual([NEWEST_SECRET, NEW_SECRET]);
    expect(await signedAt(NOON + SECRET_OVERLAP_MS + 1_000, id)).toEqual([NEWEST_SECRET]);
  });

  it('a change of the secret that is sent again loses no secret and gains no day', async () => {
    const { id } = await webhooks.subscribe();
    await change(NOON, id, NEW_SECRET);
    await change(NOON + 1_000, id, NEW_SECRET);
    expect(await signedAt(NOON + SECRET_OVERLAP_MS - 1, id)).toEqual([NEW_SECRET, SECRET]);
    expect(await signedAt(NOON + SECRET_OVERLAP_MS, id)).toEqual([NEW_SECRET]);
  });

  it('nobody else can change the secret that signs', async () => {
    const { id } = await webhooks.subscribe();
    const theirs = await webhooks.subscribe({ events: ['paste.deleted'] }, webhooks.bert);
    await expect(webhooks.service.update(webhooks.bert, id, { secret: NEW_SECRET })).rejects.toMatchObject({ status: 404 });
    // Also when another secret was read before the update.
    const sealed = (await webhooks.repository.findTarget(theirs.id))?.secrets[0];
    expect(await webhooks.repository.update(webhooks.bert, id, { secret: sealed })).toBeNull();
    expect(await signedAt(NOON, id)).toEqual([SECRET]);
  });
});
