/** Tests the chat part of the interface, and the messages of the real worker. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '#lib/db/database';
import { answers, BOT_TOKEN, type FakeBotApi } from '#lib/messenger/testing/fake-bot-api';
import { messageUpdate } from '#lib/messenger/testing/updates';
import { call, createPaste, type ErrorBody } from '../../support/api';
import type { Host } from '../../support/balancer';
import { MESSENGER_SECRET, type Started } from '../../support/contract';
import type { TestedHost } from '../../support/hosts';
import { type Environment, type RunningProcess, runAdmin, startWorker } from '../../support/processes';

interface DestinationBody {
  id: number;
  userId: number;
  chatId: string;
  chatTitle: string;
  isActive: boolean;
  events: string[];
  createdAt: string;
}

const WAIT = { timeout: 60_000, interval: 20 };
const OK = '{"ok":true}';

export function describeMessenger({ isPlainNext, isReference }: TestedHost, started: Started): void {
  let keys: { anna: string; bert: string };
  let db: Database;
  let api: FakeBotApi;
  let environment: Environment;
  let web: Host;
  let base: string;
  let workers: RunningProcess[] = [];
  /** The output of processes that have ended. */
  let written = '';
  const secrets: string[] = [BOT_TOKEN, MESSENGER_SECRET];

  beforeAll(async () => {
    ({ web, environment, bot: api } = started());
    keys = await started().newKeys();
    base = `${web.url}/api/v1/messenger`;
    db = await started().database.open();
  });

  beforeEach(async () => {
    await db.write([
      { sql: 'DELETE FROM messenger_chats', params: [] },
      // A killed worker leaves its leases, and another would wait for their end.
      { sql: 'DELETE FROM leases', params: [] },
    ]);
    api.behave(() => undefined);
    api.asked.length = 0;
  });

  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    written += workers.map((worker) => worker.output()).join('');
    workers = [];
  });

  afterAll(() => db?.close());

  const asAnna = () => ({ 'X-Api-Key': keys.anna });
  const asBert = () => ({ 'X-Api-Key': keys.bert });
  const list = async (headers = asAnna()) =>
    (await call<{ destinations: DestinationBody[] }>(`${base}/destinations`, { headers })).body.destinations;
  const change = (id: number | string, json: unknown, headers = asAnna()) =>
    call<DestinationBody & ErrorBody>(`${base}/destinations/${id}`, { method: 'PATCH', json, headers });

  async function newToken(headers = asAnna()): Promise<string> {
    const { token } = (await call<{ token: string }>(`${base}/tokens`, { method: 'POST', headers })).body;
    secrets.push(token);
    return token;
  }

  async function post(body: string, headers: Record<string, string> = { 'X-Telegram-Bot-Api-Secret-Token': MESSENGER_SECRET }) {
    const response = await fetch(`${base}/webhook`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    });
    return {
      requestId: response.headers.get('x-request-id') as string,
      answer: { status: response.status, body: await response.text(), type: response.headers.get('content-type') },
    };
  }
  const update = (text: string, chatId?: number, more?: Record<string, unknown>) => JSON.stringify(messageUpdate(text, chatId, more));

  async function link(chatId: number): Promise<DestinationBody> {
    await post(update(`/link ${await newToken()}`, chatId));
    return (await list()).find((destination) => destination.chatId === String(chatId)) as DestinationBody;
  }

  async function work(overrides: Environment = {}): Promise<RunningProcess> {
    const worker = await startWorker({ ...environment, ...overrides });
    workers.push(worker);
    return worker;
  }

  it('needs a key everywhere but where the platform speaks', async () => {
    for (const [method, path] of [
      ['POST', 'tokens'],
      ['GET', 'destinations'],
      ['PATCH', 'destinations/1'],
      ['DELETE', 'destinations/1'],
    ] as const)
      expect(await call(`${base}/${path}`, { method })).toMatchObject({
        status: 401,
        body: { error: 'Unauthorized', code: 'unauthorized' },
      });
  });

  it('a token comes with instructions and 15 minutes', async () => {
    const { status, body } = await call<{ token: string; instructions: string }>(`${base}/tokens`, { method: 'POST', headers: asAnna() });
    expect({ status, body }).toEqual({
      status: 201,
      body: { token: expect.stringMatching(/^\w{32}$/), instructions: expect.any(String), expiresInMinutes: 15 },
    });
    expect(body.instructions).toContain(`/link ${body.token} to @OurBot`);
  });

  it('a chat is linked, listed, changed and unlinked, by its owner alone', async () => {
    const destination = await link(-42);
    expect(destination).toEqual({
      id: expect.any(Number),
      userId: expect.any(Number),
      chatId: '-42',
      chatTitle: 'Anna Ahorn',
      isActive: true,
      events: ['paste.created'],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const { id } = destination;
    const events = ['paste.created', 'paste.burned', 'paste.expired'];
    expect(await change(id, { events, isActive: false })).toMatchObject({
      status: 200,
      body: { ...destination, events, isActive: false },
    });
    expect((await change(id, { isActive: true })).body).toEqual({ ...destination, events });
    expect((await change(id, { events: null, colour: 'red' })).body).toEqual({ ...destination, events });
    for (const json of [{ events: ['paste.deleted'] }, { events: 'paste.created' }, { isActive: 1 }, { isActive: false, events: [5] }])
      expect(await change(id, json)).toMatchObject({ status: 400, body: { error: 'Validation Error', code: 'validation' } });
    expect(await list()).toEqual([{ ...destination, events }]);

    expect(await list(asBert())).toEqual([]);
    const missing = { status: 404, body: { error: 'Destination not found', code: 'destination_not_found' } };
    expect(await change(id, { isActive: false }, asBert())).toMatchObject(missing);
    expect(await call(`${base}/destinations/${id}`, { method: 'DELETE', headers: asBert() })).toMatchObject(missing);
    expect(await list()).toEqual([{ ...destination, events }]);
    expect(await call(`${base}/destinations/${id}`, { method: 'DELETE', headers: asAnna() })).toMatchObject({
      status: 200,
      body: { deleted: true },
    });
    for (const gone of [id, 999_999, 'x', '0', '1e3', '99999999999'])
      expect(await call(`${base}/destinations/${gone}`, { method: 'DELETE', headers: asAnna() })).toMatchObject(missing);
  });

  it('the platform hears the same whatever it sends', async () => {
    const token = await newToken();
    const bodies = [
      update('/start'),
      update(`/link ${token}`),
      update('/link nonsense'),
      '',
      'no JSON',
      '[]',
      '{"update_id":1,"method":"sendMessage","chat_id":1,"text":"x"}',
      // Next gives up a connection whose request it hasn't read to the end; our server reads on.
      ...(!isPlainNext ? [`{"update_id":2,"x":"${'x'.repeat(700_000)}"}`] : []),
      `{"update_id":3,"x":${'['.repeat(1_000)}`,
    ];
    for (const headers of [
      { 'X-Telegram-Bot-Api-Secret-Token': MESSENGER_SECRET },
      { 'X-Messenger-Bot-Api-Secret-Token': MESSENGER_SECRET },
      {},
      { 'X-Telegram-Bot-Api-Secret-Token': 'wrong' },
      { 'X-Messenger-Bot-Api-Secret-Token': '' },
      { 'X-Telegram-Bot-Api-Secret-Token': MESSENGER_SECRET, 'Content-Type': 'text/plain' },
      { 'X-Telegram-Bot-Api-Secret-Token': MESSENGER_SECRET, 'X-Api-Key': 'sp_wrong' },
    ] as Record<string, string>[])
      for (const body of bodies)
        expect((await post(body, headers)).answer).toEqual({ status: 200, body: OK, type: 'application/json; charset=utf-8' });
  });

  it('without the right secret nothing changes', async () => {
    const token = await newToken();
    const warned = () =>
      web
        .output()
        .split('\n')
        .filter((line) => line.includes('secret is missing or wrong'))
        .join();
    for (const headers of [{}, { 'X-Telegram-Bot-Api-Secret-Token': `${MESSENGER_SECRET}x` }, { 'X-Messenger-Bot-Api-Secret-Token': '' }]) {
      const refused = await post(update(`/link ${token}`), headers as Record<string, string>);
      await vi.waitFor(() => expect(warned()).toContain(refused.requestId), WAIT);
    }
    expect(await list()).toEqual([]);
    expect(await db.read('SELECT id FROM messenger_chats')).toEqual([]);
    await post(update(`/link ${token}`), { 'X-Messenger-Bot-Api-Secret-Token': MESSENGER_SECRET });
    expect(await list()).toHaveLength(1);
  });

  it('a command to our bot by its name is ours, one to another is not', async () => {
    const token = await newToken();
    await post(update(`/link@Other ${token}`));
    expect(await list()).toEqual([]);
    await post(update(`/LINK@ourbot ${token}`));
    expect(await list()).toHaveLength(1);
  });

  it('the worker answers commands and tells of pastes, without any key', async () => {
    await link(7);
    await work();
    const key = 'f'.repeat(43);
    const sealed = await createPaste(web.url, { content: 'ciphertext', isE2ee: true }, asAnna());
    const plain = await createPaste(web.url, { content: 'text', title: `notes /view/${sealed.publicId}#${key}` }, asAnna());
    await vi.waitFor(() => expect(api.sent()).toHaveLength(3), WAIT);
    const texts = api.sent().map(({ body }) => body.text);
    expect(texts).toContainEqual(expect.stringMatching(/^This chat is linked/));
    expect(texts).toContainEqual(expect.stringContaining(`https://paste.example/view/${plain.publicId}`));
    expect(texts).toContainEqual(expect.stringMatching(new RegExp(`ask the sender for the key[^]*/view/${sealed.publicId}$`)));
    expect(texts.join()).not.toContain(key);
  });

  it('without a bot token nothing is sent, nothing is said, and everything else works', async () => {
    const worker = await work({ MESSENGER_BOT_TOKEN: '' });
    await link(7);
    await createPaste(web.url, { content: 'text', ttlSeconds: 1 }, asAnna());
    // A worker that has cleaned up has done each of its tasks at least once.
    const expiring = 'SELECT id FROM pastes WHERE expires_at = created_at + 1000';
    expect(await db.read(expiring)).toHaveLength(1);
    await vi.waitFor(async () => expect(await db.read(expiring)).toEqual([]), { timeout: 60_000, interval: 20 });
    expect(await worker.stop()).toBe(0);
    expect(worker.output()).not.toContain('MESSENGER_BOT_TOKEN');
    expect(api.attempts()).toEqual([]);
    expect(await db.read("SELECT id FROM notification_queue WHERE status = 'pending'")).toHaveLength(2);
  });

  it('a refused bot token stops messages, is logged once and stops nothing else', async () => {
    await link(7);
    api.behave(() => answers.unauthorized);
    const worker = await work();
    await worker.waitFor('refuses MESSENGER_BOT_TOKEN');
    await createPaste(web.url, { content: 'text' }, asAnna());
    expect(await worker.stop()).toBe(0);
    expect(worker.output().match(/refuses MESSENGER_BOT_TOKEN/g)).toHaveLength(1);
    expect(api.attempts()).toHaveLength(1);
    expect(await db.read('SELECT id FROM notification_queue WHERE attempts = 0 AND next_retry_at IS NOT NULL')).toHaveLength(2);
  });

  it.runIf(isReference)('admin messenger set-webhook registers our address with the secret', async () => {
    const { code, stdout, stderr } = await runAdmin(['messenger', 'set-webhook'], environment);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: 'updates will be sent to https://paste.example/api/v1/messenger/webhook\n',
      stderr: '',
    });
    expect(api.asked).toMatchObject([
      {
        method: 'setWebhook',
        body: {
          url: 'https://paste.example/api/v1/messenger/webhook',
          secret_token: MESSENGER_SECRET,
          allowed_updates: ['message', 'channel_post'],
        },
      },
    ]);
    for (const [overrides, words] of [
      [{ BASE_URL: 'http://paste.example' }, /HTTPS URL must be provided/],
      [{ MESSENGER_BOT_TOKEN: '1:wrong' }, /401 Unauthorized/],
      [{ MESSENGER_BOT_TOKEN: '' }, /MESSENGER_BOT_TOKEN: required/],
      [{ MESSENGER_API_URL: 'http://127.0.0.1:9' }, /no answer/],
    ] as const) {
      const refused = await runAdmin(['messenger', 'set-webhook'], { ...environment, ...overrides } as Environment);
      expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(words) });
      written += refused.stderr;
    }
  });

  it('bot token, secret and linking tokens are in no log and no table', async () => {
    const rows = await Promise.all(
      ['notification_queue', 'messenger_chats', 'messenger_destinations', 'messenger_tokens', 'messenger_updates'].map((table) =>
        db.read(`SELECT * FROM ${table}`),
      ),
    );
    const found = secrets.filter((secret) => `${web.output()}${written}${JSON.stringify(rows)}`.includes(secret));
    expect(secrets.length).toBeGreaterThan(5);
    expect(found).toEqual([]);
  });
}
