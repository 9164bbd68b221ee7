/** Webhooks in the database: what is kept, for how long, and what pages get, on both engines. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withStatus } from '../testing/receiver';
import { engines } from '../testing/test-database';
import { store } from '../testing/test-pastes';
import { KEEP_MS, openTestWebhooks, type TestWebhooks } from '../testing/test-webhooks';
import { NOON } from '../testing/users';
import { SECRET_OVERLAP_MS } from './webhook.rules';

describe.each(engines)('webhooks in %s', (engine) => {
  let webhooks: TestWebhooks;

  beforeAll(async () => {
    webhooks = await openTestWebhooks(engine);
  });
  beforeEach(async () => {
    await webhooks.clear();
    webhooks.receiver.answer(withStatus(200));
  });
  afterAll(() => webhooks?.close());

  const paste = (now = NOON) => store(webhooks.at(now).pastes, 'text', { owner: webhooks.anna });
  const deliver = async (now = NOON) => webhooks.at(now).attempt(await webhooks.claimOne(now));
  const prune = (now: number) => webhooks.at(now).repository.prune();
  const countOf = async (table: string) => (await webhooks.rows(`SELECT id FROM ${table}`)).length;
  const overview = async (id: number) => webhooks.service.findOverview(webhooks.anna, id);

  it('a delivery that is done is kept until its time in the log is over', async () => {
    await webhooks.subscribe();
    await paste();
    await deliver();
    expect(await prune(NOON + KEEP_MS - 1)).toBe(0);
    expect(await prune(NOON + KEEP_MS)).toBe(1);
    expect(await countOf('webhook_deliveries')).toBe(0);
    expect(await countOf('webhook_endpoints')).toBe(1);
  });

  it('a delivery that still waits is kept, however old it is', async () => {
    await webhooks.subscribe();
    await paste();
    expect(await prune(NOON + 100 * KEEP_MS)).toBe(0);
    expect(await countOf('webhook_deliveries')).toBe(1);
  });

  it('an old secret is kept until its overlap is over, the one in force for ever', async () => {
    const { id } = await webhooks.subscribe();
    await webhooks.at(NOON).service.update(webhooks.anna, id, { secret: 'the new secret' });
    expect(await prune(NOON + SECRET_OVERLAP_MS - 1)).toBe(0);
    expect(await prune(NOON + SECRET_OVERLAP_MS)).toBe(1);
    expect(await prune(NOON + 100 * SECRET_OVERLAP_MS)).toBe(0);
    expect(await countOf('webhook_secrets')).toBe(1);
  });

  it('a deleted webhook is removed with all it has, at most 500 deliveries at a time', async () => {
    const { id } = await webhooks.subscribe();
    const other = await webhooks.subscribe({ events: ['paste.created'] });
    await paste();
    await webhooks.run(`WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 500)
      INSERT INTO webhook_deliveries (id, endpoint_id, event, status, attempts, next_retry_at, paste_id, id_sealed, syntax, is_e2ee, burn_after_read,
        paste_created_at, created_at)
      SELECT 'more_' || CAST(number AS TEXT), ${id}, 'paste.created', 'pending', 0, 0, 'p', '', 'plaintext', FALSE, FALSE, 0, 0 FROM numbers`);
    await webhooks.service.remove(webhooks.anna, id);
    expect(await prune(NOON)).toBe(500);
    expect(await countOf('webhook_endpoints')).toBe(2);
    // The last delivery goes first, and then the webhook.
    expect(await prune(NOON)).toBe(2);
    expect(await prune(NOON)).toBe(0);
    expect(await webhooks.rows('SELECT id FROM webhook_endpoints')).toEqual([{ id: other.id }]);
    expect(await webhooks.rows('SELECT endpoint_id FROM webhook_deliveries')).toEqual([{ endpoint_id: other.id }]);
  });

  it('a webhook is told with its newest delivery, if it has any', async () => {
    const { id } = await webhooks.subscribe();
    expect(await overview(id)).toMatchObject({ latest: null, isGone: false });
    await paste();
    await deliver();
    await paste(NOON + 1);
    expect(await overview(id)).toMatchObject({ latest: { event: 'paste.created', status: 'pending', createdAt: NOON + 1 } });
    expect(await webhooks.service.overview(webhooks.anna)).toEqual([await overview(id)]);
  });

  it('a delivery is told as under way from its claim to its result', async () => {
    const { id } = await webhooks.subscribe();
    await paste();
    const underWay = async () => (await webhooks.repository.listDeliveries(id, 1, 0)).map(({ isUnderWay }) => isUnderWay);
    expect(await underWay()).toEqual([false]);
    const job = await webhooks.claimOne(NOON);
    expect(await underWay()).toEqual([true]);
    await webhooks.at(NOON).attempt(job);
    expect(await underWay()).toEqual([false]);
  });

  describe('a webhook whose receiver is gone', () => {
    let id: number;
    beforeEach(async () => {
      ({ id } = await webhooks.subscribe());
      await paste();
      webhooks.receiver.answer(withStatus(410));
      await deliver();
      expect(await overview(id)).toMatchObject({ isActive: false, isGone: true });
    });

    it.each([
      ['the same address', true, () => ({ url: webhooks.receiver.url })],
      ['other events', true, () => ({ events: ['paste.deleted' as const] })],
      ['another secret', true, () => ({ secret: 'another secret' })],
      ['another address', false, () => ({ url: `${webhooks.receiver.url}/moved` })],
      ['the switch, off', false, () => ({ isActive: false })],
      ['the switch, on', false, () => ({ isActive: true })],
      ['the switch, on, and the same address', false, () => ({ isActive: true, url: webhooks.receiver.url })],
    ])('a webhook with 410, given %s, is still told as gone: %s', async (_, isGone, changes) => {
      await webhooks.service.update(webhooks.anna, id, changes());
      expect(await overview(id)).toMatchObject({ isGone });
    });
  });

  it('a target is found by its id, with the secrets in force', async () => {
    const [first, second] = [await webhooks.subscribe(), await webhooks.subscribe({}, webhooks.bert)];
    await webhooks.service.update(webhooks.anna, first.id, { secret: 'the new secret' });
    await webhooks.service.update(webhooks.bert, second.id, { isActive: false });
    const target = await webhooks.repository.findTarget(first.id);
    expect(target).toMatchObject({ url: webhooks.receiver.url, isActive: true });
    expect(target?.secrets).toHaveLength(2);
    expect(await webhooks.repository.findTarget(second.id)).toMatchObject({ isActive: false });
    expect(await webhooks.repository.findTarget(2_147_483_647)).toBeNull();
  });
});
