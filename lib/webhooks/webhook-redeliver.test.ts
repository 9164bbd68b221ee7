/** Sending a delivery again by hand, on both engines. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LEASE_MS } from '../outbox/outbox.rules';
import { withStatus } from '../testing/receiver';
import { engines } from '../testing/test-database';
import { store } from '../testing/test-pastes';
import { openTestWebhooks, type TestWebhooks } from '../testing/test-webhooks';
import { NOON } from '../testing/users';
import { WebhookInactiveError } from './webhook.errors';

const LATER = NOON + 1_000;
const NOT_FOUND = { status: 404, message: 'Not Found' };

describe.each(engines)('redelivering on %s', (engine) => {
  let webhooks: TestWebhooks;

  beforeAll(async () => {
    webhooks = await openTestWebhooks(engine);
  });
  beforeEach(() => webhooks.clear());
  afterAll(() => webhooks?.close());

  const redeliver = (id: number, delivery: string, owner = webhooks.anna) => webhooks.at(LATER).service.redeliver(owner, id, delivery);
  const log = (id: number) => webhooks.repository.listDeliveries(id, 100, 0);
  const everything = () => webhooks.rows('SELECT * FROM webhook_deliveries ORDER BY id');

  /** Makes a webhook with one delivery that is finished or waits. */
  async function withDelivery(response: number | null, owner = webhooks.anna) {
    const { id } = await webhooks.subscribe({}, owner);
    await store(webhooks.at(NOON).pastes, 'text', { owner });
    if (response !== null) {
      webhooks.receiver.answer(withStatus(response, {}, 'the response'));
      await webhooks.at(NOON).attempt(await webhooks.claimOne(NOON));
    }
    return { id, delivery: (await log(id))[0]?.id ?? '' };
  }

  it('a delivery that was done is due at once, from the first attempt on', async () => {
    for (const status of ['delivered', 'failed', 'cancelled']) {
      const { id, delivery } = await withDelivery(200);
      await webhooks.run(`UPDATE webhook_deliveries SET status = '${status}', attempts = 5`);
      await redeliver(id, delivery);
      expect(await log(id)).toMatchObject([{ id: delivery, status: 'pending', attempts: 0, nextRetryAt: LATER, responseStatus: 200 }]);
      webhooks.receiver.received.length = 0;
      expect(await webhooks.at(LATER).attempt(await webhooks.claimOne(LATER))).toMatchObject({ status: 'delivered' });
      expect(webhooks.receiver.received).toMatchObject([{ id: delivery }]);
      expect(await log(id)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
      await webhooks.clear();
    }
  });

  it('a redelivered delivery is kept by cleanup', async () => {
    const { id, delivery } = await withDelivery(200);
    await webhooks.run('UPDATE webhook_deliveries SET finished_at = 0');
    await redeliver(id, delivery);
    await webhooks.at(LATER).repository.prune();
    expect(await log(id)).toMatchObject([{ id: delivery, status: 'pending' }]);
  });

  it('a waiting delivery that is redelivered is due at once and keeps its attempts', async () => {
    const { id, delivery } = await withDelivery(500);
    expect(await log(id)).toMatchObject([{ status: 'retrying', attempts: 1, nextRetryAt: NOON + 20_000 }]);
    await redeliver(id, delivery);
    expect(await log(id)).toMatchObject([{ status: 'retrying', attempts: 1, nextRetryAt: LATER }]);
  });

  it('redelivering leaves an attempt alone that is under way', async () => {
    const { id, delivery } = await withDelivery(null);
    const job = await webhooks.claimOne(NOON);
    const before = await everything();
    await redeliver(id, delivery);
    expect(await everything()).toEqual(before);
    // Nobody else can claim it during the attempt, whose result still counts.
    expect((await webhooks.at(NOON + LEASE_MS - 1).queue.claim(10)).found).toBe(false);
    webhooks.receiver.answer(withStatus(200));
    expect(await webhooks.at(LATER).attempt(job)).toMatchObject({ status: 'delivered' });
    expect(await log(id)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });

  it('a delivery is not found under another webhook of the same owner', async () => {
    const { delivery } = await withDelivery(200);
    const other = await webhooks.subscribe();
    const before = await everything();
    await expect(redeliver(other.id, delivery)).rejects.toMatchObject(NOT_FOUND);
    // The statement itself doesn't change it either.
    await webhooks.at(LATER).repository.redeliver(other.id, delivery);
    expect(await everything()).toEqual(before);
  });

  it('a delivery is not found by another user, under its webhook or one of theirs', async () => {
    const { id, delivery } = await withDelivery(200);
    const theirs = await webhooks.subscribe({}, webhooks.bert);
    const before = await everything();
    for (const webhook of [id, theirs.id]) await expect(redeliver(webhook, delivery, webhooks.bert)).rejects.toMatchObject(NOT_FOUND);
    expect(await everything()).toEqual(before);
  });

  it.each(['msg_x', '', '\0', "' OR 1=1 --", 'x'.repeat(65), 'ümlaut'])('no delivery is found under the id %j', async (delivery) => {
    const { id } = await withDelivery(200);
    const before = await everything();
    await expect(redeliver(id, delivery)).rejects.toMatchObject(NOT_FOUND);
    expect(await everything()).toEqual(before);
  });

  it('redelivering is refused while the webhook is switched off', async () => {
    const { id, delivery } = await withDelivery(200);
    await webhooks.service.update(webhooks.anna, id, { isActive: false });
    const before = await everything();
    await expect(redeliver(id, delivery)).rejects.toThrow(WebhookInactiveError);
    await expect(redeliver(id, 'msg_x')).rejects.toMatchObject(NOT_FOUND);
    expect(await everything()).toEqual(before);
  });

  it('a delivery of a deleted webhook is not found', async () => {
    const { id, delivery } = await withDelivery(200);
    await webhooks.service.remove(webhooks.anna, id);
    await expect(redeliver(id, delivery)).rejects.toMatchObject(NOT_FOUND);
  });
});
