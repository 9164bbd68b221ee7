/** The acts of administrators: who may do them, and that each stands in the audit. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditAction } from '../audit/audit.rules';
import { BASE_URL, endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { adminRoutes } from './admin.api';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const PATH = '/api/v1/admin';
const OWN_PAGE = { Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin' };
const MISSING_ID = 'A'.repeat(24);

let services: Awaited<ReturnType<typeof openTestServices>>;
let admin: { userId: number; key: string; cookie: string };
let made: { publicId: string; rowId: string; heldRow: string; reportId: string; keyId: string; anna: number; off: number; other: number };

interface Act {
  method: string;
  path: `/${string}`;
  id?: () => string | number;
  query?: string;
  json?: object;
  /** Actions in the audit. */
  leaves: AuditAction[];
}

const ACTS: Record<string, Act> = {
  'close a report': { method: 'POST', path: '/reports/:id/close', id: () => made.reportId, leaves: ['report.closed'] },
  'hold a paste': { method: 'PATCH', path: '/pastes/:id', id: () => made.rowId, json: { isHeld: true }, leaves: ['paste.held'] },
  'release a paste': { method: 'PATCH', path: '/pastes/:id', id: () => made.heldRow, json: { isHeld: false }, leaves: ['paste.released'] },
  'remove a paste': { method: 'DELETE', path: '/pastes/:id', id: () => made.rowId, leaves: ['paste.removed'] },
  'ban a network': {
    method: 'POST',
    path: '/bans',
    json: { network: '192.0.2.0/24', ttlSeconds: 3_600, reason: 'spam' },
    leaves: ['ban.added'],
  },
  'lift a ban': { method: 'DELETE', path: '/bans', query: '?network=198.51.100.1/32', leaves: ['ban.lifted'] },
  'create a key': {
    method: 'POST',
    path: '/keys',
    json: { userName: 'newcomer', name: 'laptop', lifetimeDays: 30 },
    leaves: ['user.created', 'key.created'],
  },
  'revoke a key': { method: 'DELETE', path: '/keys/:id', id: () => made.keyId, query: '?made=delete', leaves: ['key.revoked'] },
  'promote a user': { method: 'PATCH', path: '/users/:id', id: () => made.anna, json: { isAdmin: true }, leaves: ['user.promoted'] },
  'demote a user': { method: 'PATCH', path: '/users/:id', id: () => made.other, json: { isAdmin: false }, leaves: ['user.demoted'] },
  'disable a user': { method: 'PATCH', path: '/users/:id', id: () => made.anna, json: { isDisabled: true }, leaves: ['user.disabled'] },
  'enable a user': { method: 'PATCH', path: '/users/:id', id: () => made.off, json: { isDisabled: false }, leaves: ['user.enabled'] },
  'delete a user': { method: 'DELETE', path: '/users/:id', id: () => made.anna, leaves: ['user.disabled', 'user.deleted'] },
};
const FIND = { method: 'POST', path: '/pastes/find' } as const;

beforeAll(async () => {
  services = await openTestServices();
  const key = await services.keyOf('chief');
  await services.accounts.setAdmin('chief', true);
  admin = { userId: await services.accounts.idOf('chief'), key, cookie: await services.cookieOf(key) };
});
afterAll(() => services?.end());

beforeEach(async () => {
  const { db, accounts, moderation, bans, reports, oversight } = services;
  await db.write(['pastes', 'removed_pastes', 'reports', 'bans'].map((table) => ({ sql: `DELETE FROM ${table}`, params: [] })));
  await db.write([{ sql: "DELETE FROM users WHERE name <> 'chief'", params: [] }]);
  const key = await services.keyOf('anna');
  for (const name of ['off', 'other']) await services.keyOf(name);
  await accounts.setDisabled('off', true);
  await accounts.setAdmin('other', true);
  const create = async (headers: Record<string, string>) =>
    ((await send(at('/api/v1/pastes'), { json: { content: 'canary' }, headers })).body as { publicId: string }).publicId;
  const publicId = await create({ 'X-Api-Key': key });
  const held = await create({});
  const heldRow = String((await oversight.find(held))?.id);
  await moderation.hold({ publicId: held }, 'operator');
  await bans.add('198.51.100.1', null, null, 'operator');
  await reports.send({ publicId, reason: 'spam', text: '', contact: '', link: '' });
  const [report] = (await reports.listPage(true, 1, '')).reports;
  const [anna = 0, off = 0, other = 0] = await Promise.all(['anna', 'off', 'other'].map((name) => accounts.idOf(name)));
  const rowId = String((await oversight.find(publicId))?.id);
  made = { publicId, rowId, heldRow, reportId: String(report?.id), keyId: key.slice(3, 11), anna, off, other };
  await db.write([{ sql: 'DELETE FROM audit', params: [] }]);
});

function submit({ method, path, query = '', ...act }: Omit<Act, 'leaves'>, cookie = admin.cookie) {
  const id = act.id?.();
  return send(at(`${PATH}${path}`), {
    method,
    path: `/${query}`,
    ...(id === undefined ? {} : { params: { id: String(id) } }),
    ...(act.json === undefined ? {} : { json: act.json }),
    headers: { ...OWN_PAGE, Cookie: cookie },
  });
}
const code = (body: unknown) => (body as { code?: string }).code;
const audited = async () => (await services.audit.list({}, 100)).entries;

/** Everything that is stored, but what signing in and using a key writes. */
async function stored(): Promise<string> {
  const all = await services.db.read("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
  const tables = all.filter(({ name }) => !/^(audit.*|leases|sessions|api_keys|sqlite_.*)$/.test(String(name)));
  const rows = await Promise.all([
    ...tables.map(({ name }) => services.db.read(`SELECT * FROM ${name}`)),
    services.db.read('SELECT id, revoked_at FROM api_keys ORDER BY id'),
  ]);
  return JSON.stringify(rows);
}

it('the audit says for whom a key was made, its name and what it may do', async () => {
  await submit(ACTS['create a key'] as Act);
  const details = Object.fromEntries((await audited()).map((entry) => [entry.action, entry.details]));
  expect(details).toEqual({
    'user.created': { name: 'newcomer' },
    'key.created': { name: 'laptop', userName: 'newcomer', scopes: 'all', maySignIn: true },
  });
});

it('every endpoint of administrators is named here', () => {
  const tried = new Set([...Object.values(ACTS), FIND].map(({ method, path }) => `${method} ${PATH}${path}`));
  expect(tried).toEqual(new Set(adminRoutes.map(({ method, path }) => `${method} ${path}`)));
});

describe.each(Object.keys(ACTS))('to %s', (name) => {
  const act = ACTS[name] as Act;

  it('the act takes place and is in the audit', async () => {
    expect((await submit(act)).status).toBeLessThan(300);
    const entries = await audited();
    expect(entries.map(({ action }) => action).toSorted()).toEqual(act.leaves.toSorted());
    for (const entry of entries) expect(entry).toMatchObject({ actor: 'user', userId: admin.userId, userName: 'chief' });
  });

  it('nothing happens when the audit can not be written', async () => {
    const before = await stored();
    await services.db.write([{ sql: 'ALTER TABLE audit RENAME TO audit_away', params: [] }]);
    try {
      expect((await submit(act)).status).toBe(500);
      expect(await stored()).toBe(before);
    } finally {
      await services.db.write([{ sql: 'ALTER TABLE audit_away RENAME TO audit', params: [] }]);
    }
  });

  it('a user is refused as where nothing is, and nothing changes', async () => {
    const user = await services.cookieOf(await services.accounts.createKey('anna', { isExisting: true }));
    const kept = await stored();
    const { status, body } = await submit(act, user);
    expect([status, code(body), await stored()]).toEqual([404, 'not_found', kept]);
  });

  it.runIf(act.id || act.query)('an object that is not there is 404, and nothing changes', async () => {
    const before = await stored();
    for (const id of ['999', 'x', '../..', '\0']) {
      const { status, body } = await submit({ ...act, ...(act.id ? { id: () => id } : { query: `?network=${id}` }) });
      expect([status, code(body)]).toEqual([404, 'not_found']);
    }
    expect([await stored(), await audited()]).toEqual([before, []]);
  });
});

it('a demoted administrator is refused by the next request', async () => {
  const cookie = await services.cookieOf(await services.accounts.createKey('other'));
  const find = () => submit({ ...FIND, json: { publicId: made.publicId } }, cookie);
  expect((await find()).status).toBe(200);
  await services.accounts.setAdmin('other', false);
  expect((await find()).status).toBe(404);
});

it('a paste is found by its id, which no address holds', async () => {
  expect((await submit({ ...FIND, json: { publicId: made.publicId } })).body).toEqual({ id: made.rowId });
  for (const publicId of [MISSING_ID, 'x', '', `https://paste.example/view/${made.publicId}`])
    expect((await submit({ ...FIND, json: { publicId } })).status).toBe(404);
});

it.each([{ isAdmin: false }, { isAdmin: true }, { isDisabled: true }, { isDisabled: false }, null])(
  'nobody does %o to themselves',
  async (json) => {
    const own = { path: '/users/:id', id: () => admin.userId } as const;
    const { status, body } = await submit(json === null ? { ...own, method: 'DELETE' } : { ...own, method: 'PATCH', json });
    expect([status, code(body), await audited()]).toEqual([409, 'own_account', []]);
  },
);

it.each([
  [{ network: 'nonsense' }, 400, 'validation'],
  [{ network: '192.0.2.0/33' }, 400, 'validation'],
  [{ network: '' }, 400, 'validation'],
  [{ network: '192.0.2.1', ttlSeconds: 0 }, 400, 'validation'],
  [{ network: '192.0.2.1', reason: 'a\nb' }, 400, 'validation'],
  [{ network: '192.0.2.1', reason: 'x'.repeat(201) }, 400, 'validation'],
  [{ network: '0.0.0.0/0' }, 400, 'network_too_large'],
  [{ network: '::/0' }, 400, 'network_too_large'],
  [{ network: '203.0.113.0/7' }, 400, 'network_too_large'],
  [{ network: '203.0.113.0/24' }, 409, 'own_address'],
])('the ban %o is refused with %i %s', async (json, status, expected) => {
  const refused = await submit({ method: 'POST', path: '/bans', json });
  expect([refused.status, code(refused.body)]).toEqual([status, expected]);
  expect(await services.bans.list()).toHaveLength(1);
});

it('a key of a registered name is made only on purpose, and is in no log', async () => {
  expect(await services.accounts.register('visitor')).not.toBeNull();
  const create = (isExisting: boolean) =>
    submit({ method: 'POST', path: '/keys', json: { userName: 'visitor', name: 'help', isApiOnly: true, isExisting } });
  expect(await create(false)).toMatchObject({ status: 409, body: { code: 'user_refused' } });
  const { body } = await create(true);
  const { apiKey } = body as { apiKey: string };
  expect(await services.accounts.authenticate(apiKey)).toMatchObject({ userId: await services.accounts.idOf('visitor') });
  expect(JSON.stringify([await audited(), services.lines])).not.toContain(apiKey);
});

it('a key that signs in is made only by an administrator who has just shown theirs', async () => {
  const cookie = await services.cookieOf(admin.key);
  await services.db.write([{ sql: 'UPDATE sessions SET created_at = created_at - 600000', params: [] }]);
  const create = (isApiOnly: boolean) =>
    submit({ method: 'POST', path: '/keys', json: { userName: 'made', name: 'laptop', isApiOnly } }, cookie);
  expect(await create(false)).toMatchObject({ status: 403, body: { code: 'confirmation_required' } });
  expect((await create(true)).status).toBe(201);
  expect((await services.accounts.listKeys()).filter(({ userName }) => userName === 'made')).toHaveLength(1);
});
