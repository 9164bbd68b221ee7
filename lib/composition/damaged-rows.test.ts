/** A row of which a sealed value doesn't open keeps nobody from the rows beside it. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../accounts/principal';
import { loadConfig } from '../config/config';
import { only } from '../db/database';
import { collectingLogger } from '../testing/loggers';
import { createTestDatabase, engines, type TestDatabase } from '../testing/test-database';
import { store } from '../testing/test-pastes';
import { UnknownMasterKeyError } from '../vault/keyring';
import { createOpenEach, UNREADABLE } from '../vault/open-each';
import { SealBrokenError } from '../vault/vault';
import { buildWeb } from './build-web';
import type { Services } from './services';

const PAGE = 10;
/** A damaged value, which begins with no master key's fingerprint. */
const NOISE = randomBytes(60);

describe.each(engines)('on %s, beside a damaged row', (engine) => {
  let database: TestDatabase;
  let services: Services;
  let anna: Principal;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const config = loadConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
      MASTER_KEY: randomBytes(32).toString('base64'),
      WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
    });
    services = await buildWeb(config);
    anna = (await services.accounts.authenticate(await services.accounts.createKey('anna', { name: 'first' }))) as Principal;
    await services.accounts.createKey('anna', { name: 'second' });
  });
  afterAll(async () => {
    await services?.close();
    await database?.drop();
  });

  /** Damages a column of the table's row that is first, or last, by `id`. */
  const damage = (table: string, column: string, which: 'min' | 'max', bytes: Uint8Array = NOISE) =>
    services.db.write([{ sql: `UPDATE ${table} SET ${column} = ? WHERE id = (SELECT ${which}(id) FROM ${table})`, params: [bytes] }]);

  it("an owner's list shows all other pastes, and a damaged title's paste without it", async () => {
    for (const title of ['one', 'two', 'three']) await store(services.pastes, 'text', { owner: anna, title });
    const titles = async () => (await services.pastes.list(anna, PAGE, 0)).map(({ title }) => title);
    await damage('pastes', 'id_sealed', 'min');
    const left = await titles();
    expect(left).toHaveLength(2);
    await damage('pastes', 'title_sealed', 'max');
    const shown = await titles();
    // Which of those of one millisecond has the highest id is chance.
    const [whole = ''] = left.filter((title) => shown.includes(title));
    expect(shown.toSorted()).toEqual([UNREADABLE, whole]);
    // Not the fingerprint: another byte.
    const row = only(await services.db.read('SELECT title_sealed FROM pastes ORDER BY id DESC LIMIT 1'));
    await damage('pastes', 'title_sealed', 'max', Buffer.concat([(row.title_sealed as Uint8Array).subarray(0, 8), NOISE]));
    expect((await titles()).toSorted()).toEqual([UNREADABLE, whole]);
    const found = await services.pastes.search(anna, whole, PAGE, 0);
    expect(found.pastes.map(({ title }) => title)).toEqual([whole]);
  });

  it('receipts show all others', async () => {
    for (const content of ['one', 'two']) {
      const { publicId } = await store(services.pastes, content, { owner: anna, burnAfterRead: true });
      await services.pastes.read(publicId);
    }
    await damage('burn_receipts', 'id_sealed', 'min');
    expect(await services.receipts.listEnded(anna, PAGE)).toHaveLength(1);
  });

  it("webhooks, their log and keys are shown, and what doesn't open as unreadable", async () => {
    const events = ['paste.created'] as const;
    for (const url of ['https://one.example/', 'https://two.example/'])
      await services.webhooks.create(anna, { url, secret: 'a secret of sixteen', events: [...events] });
    await store(services.pastes, 'told', { owner: anna });
    const [first] = await services.webhooks.list(anna);
    await damage('webhook_endpoints', 'url_sealed', 'min');
    await damage('webhook_deliveries', 'response_sealed', 'min');
    await damage('webhook_deliveries', 'response_sealed', 'max');
    await damage('api_keys', 'name_sealed', 'min');
    expect((await services.webhooks.list(anna)).map(({ url }) => url)).toEqual([UNREADABLE, 'https://two.example/']);
    const log = await services.webhooks.listDeliveries(anna, Number(first?.id), PAGE, 0);
    expect(log.map(({ error }) => error)).toEqual([UNREADABLE]);
    const names = (await services.accounts.listOwnKeys(anna)).map(({ name }) => name).sort();
    expect(names).toEqual([UNREADABLE, expect.stringMatching(/^(first|second)$/)]);
    expect((await services.accounts.listKeys()).map(({ name }) => name).sort()).toEqual(names);
  });

  it('a damaged row is logged once; one under another known key fails the list', async () => {
    const { log, lines } = collectingLogger();
    const openEach = createOpenEach(services.db, log);
    const broken = () => {
      throw new SealBrokenError('broken');
    };
    for (let time = 0; time < 2; time++) expect(await openEach('pastes', [{ id: 'one' }], broken)).toEqual([]);
    expect(lines.map(({ level, fields }) => ({ level, ...(fields as object) }))).toEqual([
      { level: 'error', err: expect.any(SealBrokenError), table: 'pastes', row: 'one' },
    ]);
    const other = 'ab'.repeat(8);
    const unknown = () => {
      throw new UnknownMasterKeyError(other);
    };
    expect(await openEach('pastes', [{ id: 'two' }], unknown)).toEqual([]);
    await services.db.write([{ sql: 'INSERT INTO master_keys (id, created_at) VALUES (?, 0)', params: [other] }]);
    await expect(openEach('pastes', [{ id: 'two' }], unknown)).rejects.toThrow(UnknownMasterKeyError);
  });
});
