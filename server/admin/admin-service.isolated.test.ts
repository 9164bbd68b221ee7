/** Every command of `admin` that changes something is audited, or does nothing. A new command must be named here. */
import type { Command } from 'commander';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { AuditAction } from '#lib/audit/audit.rules';
import type { Services } from '#lib/composition/services';
import { TABLES } from '#lib/db/tables';
import { store } from '#lib/testing/test-pastes';
import { adminProgram } from './testing/admin-program';
import { openAdminServices } from './testing/admin-services';

/** The commands' arguments for the things below, and the audit's actions that follow. */
const CHANGES: Record<string, { args: (made: Made) => string[]; leaves: AuditAction[] }> = {
  'key create': { args: () => ['--user', 'newcomer'], leaves: ['user.created', 'key.created'] },
  'key revoke': { args: ({ keyId }) => [keyId], leaves: ['key.revoked'] },
  'user disable': { args: () => ['anna'], leaves: ['user.disabled'] },
  'user enable': { args: () => ['off'], leaves: ['user.enabled'] },
  'user promote': { args: () => ['anna'], leaves: ['user.promoted'] },
  'user demote': { args: () => ['chief'], leaves: ['user.demoted'] },
  'user export': { args: () => ['anna'], leaves: ['user.exported'] },
  'user delete': { args: () => ['anna'], leaves: ['user.disabled', 'user.deleted'] },
  'ban add': { args: () => ['192.0.2.1', '--reason', 'spam'], leaves: ['ban.added'] },
  'ban remove': { args: () => ['198.51.100.1'], leaves: ['ban.lifted'] },
  'paste hold': { args: ({ publicId }) => [publicId], leaves: ['paste.held'] },
  'paste release': { args: ({ heldId }) => [heldId], leaves: ['paste.released'] },
  'paste remove': { args: ({ publicId }) => [publicId], leaves: ['paste.removed'] },
  'paste delete-many': { args: () => ['--user', 'anna'], leaves: ['paste.deleted'] },
  'rotate-key': { args: () => [], leaves: ['rotation.started'] },
  'audit export': { args: () => [], leaves: ['audit.exported'] },
};

/** Commands that take or bring all data and are audited, too. They need other databases, so e2e/http tests them (backup, move). */
const ON_ALL_DATA = ['backup', 'restore'];

/** Commands that change nothing stored here: they show data, or tell another service. */
const OTHERS = ['key list', 'user list', 'ban list', 'messenger set-webhook', 'doctor', 'migrate'];

interface Made {
  keyId: string;
  publicId: string;
  heldId: string;
}

function pathsOf(command: Command, before = ''): string[] {
  return command.commands.flatMap((one) => {
    const path = `${before}${one.name()}`;
    return one.commands.length === 0 ? [path] : pathsOf(one, `${path} `);
  });
}

let services: Services;
let close: () => Promise<void>;
let made: Made;

beforeAll(async () => {
  ({ services, close } = await openAdminServices());
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await close?.();
});

beforeEach(async () => {
  const { db, accounts, pastes, moderation, bans } = services;
  await db.write(['pastes', 'removed_pastes', 'bans', 'users'].map((table) => ({ sql: `DELETE FROM ${table}`, params: [] })));
  const key = await accounts.createKey('anna');
  for (const name of ['off', 'chief']) await accounts.createKey(name);
  await accounts.setDisabled('off', true);
  await accounts.setAdmin('chief', true);
  const anna = { userId: await accounts.idOf('anna') };
  const { publicId: heldId } = await store(pastes, 'a text');
  await moderation.hold({ publicId: heldId }, 'operator');
  await bans.add('198.51.100.1', null, null, 'operator');
  const { publicId } = await store(pastes, 'a text', { owner: anna });
  made = { keyId: key.slice(3, 11), publicId, heldId };
  await db.write([{ sql: 'DELETE FROM audit', params: [] }]);
});

const run = (path: string, args: string[]) => adminProgram().parseAsync([...path.split(' '), ...args], { from: 'user' });

/** Everything that is stored, except tables that every process writes. */
async function stored(): Promise<string> {
  const tables = TABLES.filter(({ name }) => !['audit', 'leases', 'master_keys'].includes(name));
  const rows = await Promise.all(tables.map(({ name }) => services.db.read(`SELECT * FROM ${name}`)));
  return JSON.stringify(rows, (_, value) => (value?.type === 'Buffer' ? Buffer.from(value.data).toString('hex') : value));
}

it('every command is named here', () => {
  expect(pathsOf(adminProgram()).toSorted()).toEqual([...Object.keys(CHANGES), ...ON_ALL_DATA, ...OTHERS].toSorted());
});

it.each(Object.keys(CHANGES))('%s stands in the audit as done by the operator', async (path) => {
  const { args, leaves } = CHANGES[path] as (typeof CHANGES)[string];
  await run(path, args(made));
  const { entries } = await services.audit.list({}, 100);
  expect(entries.map(({ action }) => action).toSorted()).toEqual(leaves.toSorted());
  for (const entry of entries) expect(entry).toMatchObject({ actor: 'operator', userId: null, objectId: expect.stringMatching(/./) });
});

it.each(Object.keys(CHANGES))('%s does nothing when the audit can not be written', async (path) => {
  const { args } = CHANGES[path] as (typeof CHANGES)[string];
  const before = await stored();
  await services.db.write([{ sql: 'ALTER TABLE audit RENAME TO audit_away', params: [] }]);
  try {
    await expect(run(path, args(made))).rejects.toThrow(/audit/);
    expect(await stored()).toBe(before);
  } finally {
    await services.db.write([{ sql: 'ALTER TABLE audit_away RENAME TO audit', params: [] }]);
  }
});
