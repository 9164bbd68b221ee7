/** Tests reports with real processes: from a reader's form to the administrator, and from the decision to other readers. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BOT_TOKEN, type FakeBotApi, startFakeBotApi } from '#lib/testing/fake-bot-api';
import { type Receiver, startReceiver } from '#lib/testing/receiver';
import { engines } from '#lib/testing/test-database';
import { createPaste, readPaste } from '../support/api';
import { sendForm } from '../support/browser-session';
import { runAdmin } from '../support/processes';
import { withService } from '../support/service';

const BASE_URL = 'https://paste.example';
const CHAT = '4711';
const WAIT = { timeout: 30_000, interval: 10 };

/** Two processes race on PostgreSQL where it is there. The tests in lib/reports are on both. */
const engine = engines.at(-1) ?? 'sqlite';

describe(`reports on ${engine}`, () => {
  let receiver: Receiver;
  let platform: FakeBotApi;
  const service = withService({
    engine,
    webs: 2,
    workers: 1,
    async variables() {
      [receiver, platform] = await Promise.all([startReceiver(), startFakeBotApi()]);
      return {
        BASE_URL,
        TRUST_PROXY: '1',
        RATE_LIMIT_ANONYMOUS: '100000',
        REPORT_WEBHOOK: receiver.url,
        MESSENGER_BOT_TOKEN: BOT_TOKEN,
        MESSENGER_API_URL: platform.url,
      };
    },
  });
  // The administrator is the one user, anna.
  beforeAll(async () => {
    await service.db.write([
      { sql: 'UPDATE users SET promoted_at = 1', params: [] },
      { sql: "INSERT INTO messenger_chats (chat_id, title_sealed, created_at) VALUES (?, '', 0)", params: [CHAT] },
      {
        sql: `INSERT INTO messenger_destinations (owner_id, chat_ref, is_active, on_created, on_burned, on_expired, created_at)
          SELECT u.id, c.id, TRUE, FALSE, FALSE, FALSE, 0 FROM users u CROSS JOIN messenger_chats c`,
        params: [],
      },
    ]);
  });
  afterAll(() => Promise.all([receiver?.stop(), platform?.stop()]));

  const urls = () => service.webs.map(({ url }) => url);
  const report = (url: string, publicId: string, from: string) =>
    sendForm(
      `${url}/account/actions/report`,
      { publicId, reason: 'malware', text: 'canary', contact: '', link: '' },
      { Origin: BASE_URL, Accept: 'text/html', 'X-Forwarded-For': from },
    );

  it('a report reaches an administrator’s webhook and chat without its reader’s words', async () => {
    const [url = ''] = urls();
    const { publicId } = await createPaste(url, { content: 'x' });
    expect((await report(url, publicId, '192.0.2.1')).status).toBe(303);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), WAIT);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ event: 'report.created', data: { publicId, reason: 'malware' } });
    const told = () => platform.sent().filter(({ body }) => String(body.chat_id) === CHAT);
    await vi.waitFor(() => expect(told()).toHaveLength(1), WAIT);
    expect(JSON.stringify([receiver.received, told()])).not.toContain('canary');
  });

  it.skipIf(engine === 'sqlite')('200 reports of one address through two processes become three', async () => {
    await service.db.write([{ sql: 'DELETE FROM reports', params: [] }]);
    const urlOf = (index: number) => urls()[index % 2] ?? '';
    const { publicId } = await createPaste(urlOf(0), { content: 'x' });
    const replies = await Promise.all(Array.from({ length: 200 }, (_, index) => report(urlOf(index), publicId, '192.0.2.2')));
    const counts = [303, 429].map((status) => replies.filter((reply) => reply.status === status).length);
    expect(counts).toEqual([3, 197]);
    expect(await service.db.read('SELECT id FROM reports')).toHaveLength(3);
    expect((await report(urlOf(1), publicId, '192.0.2.3')).status).toBe(303);
  });

  it('a held paste is read through neither process until it is released', async () => {
    const [first = ''] = urls();
    const { publicId } = await createPaste(first, { content: 'in question' });
    const readers = urls().flatMap((url) => [
      async () => (await readPaste(url, publicId)).status,
      async () => (await fetch(`${url}/raw/${publicId}`)).status,
      async () => (await fetch(`${url}/view/${publicId}`, { headers: { Accept: 'text/html' } })).status,
    ]);
    const statuses = () => Promise.all(readers.map((read) => read()));
    // Each process has read the paste, so it now has all that it may cache of it.
    expect(await statuses()).toEqual(readers.map(() => 200));
    expect((await runAdmin(['paste', 'hold', publicId], service.environment)).code).toBe(0);
    expect(await statuses()).toEqual(readers.map(() => 404));
    expect((await runAdmin(['paste', 'release', publicId], service.environment)).code).toBe(0);
    expect(await statuses()).toEqual(readers.map(() => 200));
  });
});
