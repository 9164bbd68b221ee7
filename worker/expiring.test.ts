import { describe, expect, it } from 'vitest';
import { DAY_SECONDS } from '#lib/encoding/time.rules';
import { collectingLogger } from '#lib/testing/loggers';
import { engines } from '#lib/testing/test-database';
import { store, type TestPastes, useTestPastes } from '#lib/testing/test-pastes';
import { notifyExpiring } from './expiring';

/** More than a batch. */
const PASTES = 101;

describe.each(engines)('telling of pastes that expire within a day on %s', (engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, (opened) => (pastes = opened));

  it('goes through all in batches, ends when it is told to stop, and logs how many', async () => {
    await pastes.db.write([{ sql: 'UPDATE webhook_endpoints SET on_created = FALSE, on_expiring = TRUE', params: [] }]);
    const options = { owner: pastes.anna, ttlSeconds: DAY_SECONDS };
    await Promise.all(Array.from({ length: PASTES }, () => store(pastes.service, 'text', options)));
    const events = async () => (await pastes.db.read('SELECT paste_id FROM webhook_deliveries')).map(({ paste_id }) => paste_id);
    const { log, lines } = collectingLogger();
    await notifyExpiring({ pastes: pastes.service, log }, AbortSignal.abort());
    expect([await events(), lines]).toEqual([[], []]);
    await notifyExpiring({ pastes: pastes.service, log }, new AbortController().signal);
    expect(new Set(await events()).size).toBe(PASTES);
    expect(await events()).toHaveLength(PASTES);
    expect(lines).toMatchObject([{ level: 'info', fields: { pastes: PASTES } }]);
    await notifyExpiring({ pastes: pastes.service, log }, new AbortController().signal);
    expect(lines).toHaveLength(1);
  });
});
