/** The forms of the administration pages: who may send them, and that each stands in the audit. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditAction } from '../audit/audit.rules';
import { BASE_URL, endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { adminForms } from './admin.forms';
import { endpoints } from './endpoints';

const at = endpointsByPath(endpoints);
const OWN_PAGE = { Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html' };
const MISSING_ID = 'A'.repeat(24);

let services: Awaited<ReturnType<typeof openTestServices>>;
let admin: { userId: number; cookie: string };
let made: { publicId: string; rowId: string; heldRow: string; reportId: string; keyId: string; anna: number; off: number; other: number };

/** Each form with its fields, the actions in the audit, and the page that follows. */
const CHANGES: Record<string, { fields: () => Record<string, string>; leaves: AuditAction[]; leads: () => string }> = {
  'close-report': { fields: () => ({ reportId: made.reportId }), leaves: ['report.closed'], leads: () => 'reports?notice=report-closed' },
  'hold-paste': {
    fields: () => ({ rowId: made.rowId }),
    leaves: ['paste.held'],
    leads: () => `pastes?notice=paste-held&row=${made.rowId}`,
  },
  'release-paste': {
    fields: () => ({ rowId: made.heldRow }),
    leaves: ['paste.released'],
    leads: () => `pastes?notice=paste-released&row=${made.heldRow}`,
  },
  'remove-paste': {
    fields: () => ({ publicId: made.publicId, reportId: made.reportId }),
    leaves: ['paste.removed'],
    leads: () => `reports/${made.reportId}?notice=paste-removed`,
  },
  'create-key': {
    fields: () => ({ userName: 'newcomer', name: 'laptop', lifetimeDays: '30' }),
    leaves: ['user.created', 'key.created'],
    leads: () => 'users/\\d+?notice=key-created',
  },
  'revoke-key': {
    fields: () => ({ keyId: made.keyId, userId: String(made.anna) }),
    leaves: ['key.revoked'],
    leads: () => `users/${made.anna}?notice=key-revoked`,
  },
  'promote-user': { fields: () => ofUser(made.anna), leaves: ['user.promoted'], leads: () => `users/${made.anna}?notice=user-promoted` },
  'demote-user': { fields: () => ofUser(made.other), leaves: ['user.demoted'], leads: () => `users/${made.other}?notice=user-demoted` },
  'disable-user': { fields: () => ofUser(made.anna), leaves: ['user.disabled'], leads: () => `users/${made.anna}?notice=user-disabled` },
  'enable-user': { fields: () => ofUser(made.off), leaves: ['user.enabled'], leads: () => `users/${made.off}?notice=user-enabled` },
  'delete-user': { fields: () => ofUser(made.anna), leaves: ['user.disabled', 'user.deleted'], leads: () => 'users?notice=user-deleted' },
  'add-ban': {
    fields: () => ({ network: '192.0.2.0/24', duration: '7d', reason: 'spam' }),
    leaves: ['ban.added'],
    leads: () => 'bans?notice=ban-added',
  },
  'lift-ban': { fields: () => ({ network: '198.51.100.1/32' }), leaves: ['ban.lifted'], leads: () => 'bans?notice=ban-lifted' },
};
/** They change nothing. */
const OTHERS = ['find-paste'];
const FORMS = Object.keys(CHANGES);

const ofUser = (id: number) => ({ userId: String(id) });

beforeAll(async () => {
  services = await openTestServices();
  const key = await services.keyOf('chief');
  await services.accounts.setAdmin('chief', true);
  admin = { userId: await services.accounts.idOf('chief'), cookie: await services.cookieOf(key) };
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
  const [report] = await reports.list(true);
  const [anna = 0, off = 0, other = 0] = await Promise.all(['anna', 'off', 'other'].map((name) => accounts.idOf(name)));
  const rowId = String((await oversight.find(publicId))?.id);
  made = { publicId, rowId, heldRow, reportId: String(report?.id), keyId: key.slice(3, 11), anna, off, other };
  await db.write([{ sql: 'DELETE FROM audit', params: [] }]);
});

async function submit(form: string, fields: Record<string, string>, headers: Record<string, string> = { Cookie: admin.cookie }) {
  const sent = await send(at(`/account/actions/admin-${form}`), { form: fields, headers: { ...OWN_PAGE, ...headers } });
  return { status: sent.status, location: sent.headers.get('location'), setCookie: sent.headers.get('set-cookie') };
}
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

it('every form of the administration pages is named here', () => {
  const paths = adminForms.map(({ path }) => path);
  expect([...FORMS, ...OTHERS].map((form) => `/account/actions/admin-${form}`).toSorted()).toEqual(paths.toSorted());
});

describe.each(FORMS)('the form %s', (form) => {
  const change = CHANGES[form] as (typeof CHANGES)[string];

  it('the form does its work, is in the audit, and leads to a page', async () => {
    const { status, location } = await submit(form, change.fields());
    expect(status).toBe(303);
    expect(location).toMatch(new RegExp(`^/account/admin/${change.leads().replace('?', '\\?')}$`));
    const entries = await audited();
    expect(entries.map(({ action }) => action).toSorted()).toEqual(change.leaves.toSorted());
    for (const entry of entries) expect(entry).toMatchObject({ actor: 'user', userId: admin.userId, userName: 'chief' });
  });

  it('does nothing when the audit can not be written', async () => {
    const before = await stored();
    await services.db.write([{ sql: 'ALTER TABLE audit RENAME TO audit_away', params: [] }]);
    try {
      expect((await submit(form, change.fields())).status).toBe(500);
      expect(await stored()).toBe(before);
    } finally {
      await services.db.write([{ sql: 'ALTER TABLE audit_away RENAME TO audit', params: [] }]);
    }
  });

  it('is not there for anybody else, nor for another site, and changes nothing', async () => {
    const user = await services.cookieOf(await services.accounts.createKey('anna', { isExisting: true }));
    const fields = change.fields();
    const kept = await stored();
    expect((await submit(form, fields, {})).status).toBe(404);
    expect((await submit(form, fields, { Cookie: user })).status).toBe(404);
    expect(
      (await submit(form, fields, { Cookie: admin.cookie, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' })).status,
    ).toBe(403);
    expect(await stored()).toBe(kept);
  });

  it.each([{}, { userId: '999', keyId: 'x', rowId: 'gone', network: '203.0.113.9', duration: 'ever', reportId: '' }])(
    'takes what is missing or wrong for nothing: %o',
    async (fields) => {
      if (form === 'add-ban') return;
      const before = await stored();
      const { status, location } = await submit(form, fields as Record<string, string>);
      expect([status, location]).toEqual([303, expect.stringMatching(/notice=(report|paste|user|users-key|key|ban)-(gone|refused)/)]);
      expect([await stored(), await audited()]).toEqual([before, []]);
    },
  );
});

it('a demoted administrator is refused by the next request', async () => {
  const cookie = await services.cookieOf(await services.accounts.createKey('other'));
  expect((await submit('find-paste', { publicId: MISSING_ID }, { Cookie: cookie })).status).toBe(303);
  await services.accounts.setAdmin('other', false);
  expect((await submit('find-paste', { publicId: MISSING_ID }, { Cookie: cookie })).status).toBe(404);
});

it('a paste is found by its id or a link of it, which no address holds', async () => {
  expect((await submit('find-paste', { publicId: ` ${made.publicId} ` })).location).toBe(`/account/admin/pastes?row=${made.rowId}`);
  for (const path of ['view', 'manage', 'raw'])
    expect((await submit('find-paste', { publicId: `https://paste.example/${path}/${made.publicId}` })).location).toBe(
      `/account/admin/pastes?row=${made.rowId}`,
    );
});

it('a paste that is not found comes back as it was typed, without a key', async () => {
  const principal = await services.sessions.findIn(admin.cookie);
  for (const typed of [MISSING_ID, 'x', '', `https://paste.example/view/${MISSING_ID}`])
    for (const fragment of ['', `#${'k'.repeat(43)}`]) {
      const { location, setCookie } = await submit('find-paste', { publicId: typed + fragment });
      expect(location).toBe('/account/admin/pastes?notice=paste-unknown');
      const kept = await services.flashCookies.typedFields.findIn(principal, setCookie?.split(';')[0] ?? null);
      expect(kept).toEqual({ publicId: typed });
    }
});

it.each(['promote-user', 'demote-user', 'disable-user', 'enable-user', 'delete-user'] as const)(
  'nobody does %s to themselves',
  async (form) => {
    const { location } = await submit(form, ofUser(admin.userId));
    expect([location, await audited()]).toEqual([`/account/admin/users/${admin.userId}?notice=own-account`, []]);
  },
);

it.each(['nonsense', '192.0.2.0/33', ''])('a ban of %j is refused in words', async (network) => {
  expect((await submit('add-ban', { network, duration: '7d' })).location).toBe('/account/admin/bans?notice=ban-refused');
});

it.each(['nonsense', 'constructor', '__proto__'])('a ban for %j is refused in words', async (duration) => {
  expect((await submit('add-ban', { network: '192.0.2.1', duration })).location).toBe('/account/admin/bans?notice=ban-refused');
});

it.each(['0.0.0.0/0', '::/0', '203.0.113.0/7'])('a ban of %s, which is too large, says so', async (network) => {
  expect((await submit('add-ban', { network, duration: 'ever' })).location).toBe('/account/admin/bans?notice=ban-too-large');
  expect(await services.bans.list()).toHaveLength(1);
});

it('nobody bans their own address', async () => {
  expect((await submit('add-ban', { network: '203.0.113.0/24', duration: 'ever' })).location).toBe(
    '/account/admin/bans?notice=own-address',
  );
  expect((await submit('add-ban', { network: '203.0.113.0/24', duration: 'a year' })).location).toBe(
    '/account/admin/bans?notice=ban-refused',
  );
  expect(await services.bans.list()).toHaveLength(1);
});

it('a key of a registered name is made only on purpose and shown to its maker alone', async () => {
  const registered = await services.accounts.register('visitor');
  expect(registered).not.toBeNull();
  const fields = { userName: 'visitor', name: 'help', lifetimeDays: 'never', apiOnly: 'on' };
  expect((await submit('create-key', fields)).location).toBe('/account/admin/users?notice=key-refused');
  const { setCookie } = await submit('create-key', { ...fields, existing: 'on' });
  const key = await services.flashCookies.newKey.findIn(admin, setCookie?.split(';')[0] ?? null);
  expect(await services.accounts.authenticate(key ?? '')).toMatchObject({ userId: await services.accounts.idOf('visitor') });
  expect(await services.flashCookies.newKey.findIn({ userId: made.anna }, setCookie?.split(';')[0] ?? null)).toBeNull();
  expect(JSON.stringify(await audited())).not.toContain(key);
  expect(JSON.stringify(services.lines)).not.toContain(key);
});
