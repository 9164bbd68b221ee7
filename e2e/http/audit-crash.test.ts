/** Kills a web process while pastes are deleted: each paste is either still there or has its row in the audit. */
import { randomInt } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createPaste } from '../support/api';
import { startWeb, type WebProcess } from '../support/processes';
import { rounds } from '../support/rounds';
import { withService } from '../support/service';
import { processSettings } from '../support/settings';

const PASTES = 60;
const CLIENTS = 8;

describe.each(processSettings)('the audit of a web process killed on $setting', ({ engine, variables }) => {
  const service = withService({ engine, webs: 0, variables });
  let web: WebProcess | undefined;
  afterAll(() => web?.kill());

  const idsIn = async (sql: string) => (await service.db.read(sql)).map(({ id }) => String(id)).toSorted();

  it('tells of every deletion that took place, and of no other', async () => {
    for (let round = 0; round < rounds(2); round++) {
      const killed = await startWeb(service.environment);
      web = killed;
      await service.db.write([{ sql: 'DELETE FROM audit', params: [] }]);
      const left: string[] = [];
      for (let count = 0; count < PASTES; count++) left.push((await createPaste(killed.url, { content: 'x' }, service.owner)).publicId);
      const before = await idsIn('SELECT id FROM pastes');
      let responses = 0;
      const killAt = randomInt(1, PASTES - CLIENTS);
      const client = async () => {
        for (let publicId = left.pop(); publicId !== undefined; publicId = left.pop()) {
          const { status } = await fetch(`${killed.url}/api/v1/pastes/${publicId}`, { method: 'DELETE', headers: service.owner });
          expect(status).toBe(200);
          responses += 1;
          if (responses === killAt) await killed.kill();
        }
      };
      // The requests fail because their process was killed.
      await Promise.allSettled(Array.from({ length: CLIENTS }, client));
      const there = await idsIn('SELECT id FROM pastes');
      const told = await idsIn("SELECT object_id AS id FROM audit WHERE action = 'paste.deleted'");
      expect(told.length).toBeGreaterThanOrEqual(killAt);
      expect([...there, ...told].toSorted()).toEqual(before);
      await service.db.write([{ sql: 'DELETE FROM pastes', params: [] }]);
    }
  });
});
