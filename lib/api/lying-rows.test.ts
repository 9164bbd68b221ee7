/**
 * A row of the database that lies is refused in so many words, or read as what is true of it: it never shows what belongs
 * to another row, and never fails without a line in the log.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import type { Row } from '../db/database';
import { createRequestKeys } from '../envelope/answer-keys';
import { type Lie, oneRow, tellLies } from '../testing/lies';
import { engines } from '../testing/test-database';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const pastes = at('/api/v1/pastes');
const paste = at('/api/v1/pastes/:publicId');
const raw = at('/raw/:publicId');
const webhooks = at('/api/v1/webhooks');
const webhook = at('/api/v1/webhooks/:id');
const deliveries = at('/api/v1/webhooks/:id/deliveries');
const requests = at('/api/v1/requests');
const request = at('/api/v1/requests/:requestId');
const answers = at('/api/v1/requests/:requestId/answers');

type Received = Awaited<ReturnType<typeof send>>;

/** Statuses that a lie may come to: the row as it is, nobody's, somebody else's right, or out of order. */
const STATUSES = [200, 401, 403, 404, 409, 410, 429, 500, 503];

describe.each(engines)('a row that lies on %s', (engine) => {
  let services: Awaited<ReturnType<typeof openTestServices>>;
  let anna: Record<string, string>;
  let bert: Record<string, string>;
  beforeAll(async () => {
    services = await openTestServices({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true', ANONYMOUS_CREATE: 'on' }, engine);
    anna = { 'X-Api-Key': await services.keyOf('anna') };
    bert = { 'X-Api-Key': await services.keyOf('bert') };
  });
  afterAll(() => services?.end());

  const make = async (endpoint: typeof pastes, json: object, headers: Record<string, string>) => {
    const { status, body } = await send(endpoint, { json, headers });
    expect(status).toBe(201);
    return body as Record<string, unknown>;
  };
  const ask = (...[endpoint, sent]: Parameters<typeof send>) => send(endpoint, { ...sent, isFromLies: true });
  const idOf = (row: Row) => row.id as string | number;
  const ownedBy = async (name: string, table: string) =>
    idOf(await oneRow(services.db, `SELECT id FROM ${table} WHERE owner_id = (SELECT id FROM users WHERE name = '${name}') ORDER BY id`));

  /** Looks at each endpoint in turn. @param strange what of another row no response may have */
  const lookAt = (asks: (() => Promise<Received>)[], strange: string[]) => async (lie: Lie) => {
    for (const ask of asks) {
      services.lines.length = 0;
      const { status, text } = await ask();
      expect.soft(STATUSES, `${lie.name}: ${status}`).toContain(status);
      for (const canary of strange) expect.soft(text, lie.name).not.toContain(canary);
      const isLogged = services.lines.some(({ level }) => level === 'error');
      if (status === 500) expect.soft(isLogged, `${lie.name} is logged`).toBe(true);
    }
  };

  it('of a paste shows no other paste, and fails in words', async () => {
    const mine = await make(pastes, { content: 'content of anna', title: 'title of anna' }, anna);
    const theirs = await make(pastes, { content: 'content of bert', title: 'title of bert' }, bert);
    const params = { publicId: String(mine.publicId) };
    const asks = [() => ask(paste, { params }), () => ask(raw, { params }), () => ask(pastes, { headers: anna })];
    const look = lookAt(asks, ['content of bert', 'title of bert', String(theirs.publicId)]);
    const row = { db: services.db, row: await ownedBy('anna', 'pastes'), other: await ownedBy('bert', 'pastes') };
    expect(await tellLies({ ...row, table: 'pastes', key: 'id' }, look)).toBeGreaterThan(50);
    expect(await tellLies({ ...row, table: 'paste_chunks', key: 'paste_id' }, look)).toBeGreaterThan(5);
    expect(await ask(paste, { params })).toMatchObject({ status: 200, body: { content: 'content of anna' } });
  });

  it('of a webhook or a delivery shows no other, and fails in words', async () => {
    const [mine, theirs] = [
      await make(webhooks, { url: 'http://127.0.0.1:9/anna', secret: 'a secret of tests', events: ['paste.created'] }, anna),
      await make(webhooks, { url: 'http://127.0.0.1:9/bert', secret: 'a secret of tests', events: ['paste.created'] }, bert),
    ];
    for (const [headers, title] of [
      [anna, 'told of anna'],
      [bert, 'told of bert'],
    ] as const)
      await make(pastes, { content: 'x', title }, headers);
    const params = { id: String(mine.id) };
    const asks = [
      () => ask(webhooks, { headers: anna }),
      () => ask(webhook, { params, headers: anna }),
      () => ask(deliveries, { params, headers: anna }),
    ];
    const look = lookAt(asks, ['127.0.0.1:9/bert', 'told of bert']);
    const { db } = services;
    expect(
      await tellLies({ db, table: 'webhook_endpoints', key: 'id', row: Number(mine.id), other: Number(theirs.id) }, look),
    ).toBeGreaterThan(25);
    const deliveryOf = async (id: unknown) => idOf(await oneRow(db, `SELECT id FROM webhook_deliveries WHERE endpoint_id = ${Number(id)}`));
    const row = { row: await deliveryOf(mine.id), other: await deliveryOf(theirs.id) };
    expect(await tellLies({ db, table: 'webhook_deliveries', key: 'id', ...row }, look)).toBeGreaterThan(50);
    expect(await ask(webhook, { params, headers: anna })).toMatchObject({ status: 200, body: { url: 'http://127.0.0.1:9/anna' } });
  });

  it('of a request shows no other, and fails in words', async () => {
    const { publicKey } = await createRequestKeys();
    const mine = await make(requests, { publicKey, label: 'asked by anna', ttlSeconds: 3_600 }, anna);
    const theirs = await make(requests, { publicKey, label: 'asked by bert', ttlSeconds: 3_600 }, bert);
    const params = { requestId: String(mine.requestId) };
    const asks = [() => ask(request, { params }), () => ask(answers, { params, headers: anna }), () => ask(requests, { headers: anna })];
    const look = lookAt(asks, ['asked by bert', String(theirs.requestId)]);
    const row = { db: services.db, row: await ownedBy('anna', 'secret_requests'), other: await ownedBy('bert', 'secret_requests') };
    expect(await tellLies({ ...row, table: 'secret_requests', key: 'id' }, look)).toBeGreaterThan(30);
    expect(await ask(request, { params })).toMatchObject({ status: 200, body: { label: 'asked by anna' } });
  });

  it('of a session signs nobody in as another, and ends it or leaves it', async () => {
    const [annaKey, bertKey] = [anna['X-Api-Key'] as string, bert['X-Api-Key'] as string];
    const cookie = await services.cookieOf(annaKey);
    const signedIn = await services.sessions.findIn(cookie);
    await services.cookieOf(bertKey);
    const { db } = services;
    const hashOf = (name: string) =>
      oneRow(db, `SELECT s.id_hash FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.name = '${name}'`).then(
        (row) => row.id_hash ?? null,
      );
    const lies = { db, table: 'sessions', key: 'id_hash', row: await hashOf('anna'), other: await hashOf('bert') };
    const told = await tellLies(lies, async ({ name, column }) => {
      const found = await services.sessions.findIn(cookie).catch(() => null);
      // A session's user is believed: whoever can write to the database can give themselves a key as well (docs/security.md).
      if (column !== 'user_id') expect.soft([null, signedIn?.userId], name).toContain(found === null ? null : found.userId);
    });
    expect(told).toBeGreaterThan(10);
    expect(await services.sessions.findIn(cookie)).toEqual(signedIn);
  });
});
