/** Refusals of the `admin` commands and their JSON, without a process for each: e2e/http tests those. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ownData } from '#lib/api/own-data';
import type { Services } from '#lib/composition/services';
import { store } from '#lib/testing/test-pastes';
import { adminProgram } from './testing/admin-program';
import { openAdminServices } from './testing/admin-services';

let services: Services;
let close: () => Promise<void>;
let printed: string;

beforeAll(async () => {
  ({ services, close } = await openAdminServices());
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await close?.();
});
beforeEach(() => {
  printed = '';
});

const run = (...args: string[]) => adminProgram().parseAsync(args, { from: 'user' });
const json = async (...args: string[]) => {
  printed = '';
  await run(...args, '--json');
  return JSON.parse(printed);
};

it.each([
  [['paste'], /help/i],
  [['ban', 'add', '10.0.0.0/33'], /^ban: /],
  [['ban', 'add', '10.0.0.1', '--for', '1y'], /^--for: /],
  [['paste', 'delete-many', '--after', 'yesterday'], /^--after: /],
  [['paste', 'delete-many', '--user', 'nobody'], /^--user: .*"nobody"/],
  [['paste', 'delete-many', '--user', 'leaving', '--anonymous'], /^--user, --anonymous: /],
  [['restore', '/nothing'], /\/nothing does not exist/],
  [['restore', '/nothing', '--check'], /\/nothing does not exist/],
])('%j is refused with a word on what is wrong, and prints nothing', async (args, says) => {
  await expect(run(...args)).rejects.toThrow(says);
  expect(printed).toBe('');
});

it('what changes something says so in JSON, too', async () => {
  await services.accounts.createKey('carl');
  const key = await services.accounts.createKey('dora');
  const { publicId } = await store(services.pastes, 'a text');
  expect(await json('user', 'disable', 'carl')).toEqual({ name: 'carl', disabled: true });
  expect(await json('ban', 'add', '192.0.2.0/24')).toEqual({ banned: '192.0.2.0/24' });
  expect(await json('ban', 'remove', '192.0.2.0/24')).toEqual({ lifted: '192.0.2.0/24' });
  const principal = (await services.accounts.authenticate(key)) ?? { userId: 0 };
  await services.messenger.createToken(principal);
  const made = { key: 0, identity: 0, webhook: 0, chat: 0, mailbox: 0, token: 1 };
  expect(await json('key', 'revoke', key, '--dry-run')).toEqual({ keyId: key.slice(3, 11), made: [{ kind: 'token', id: '' }] });
  expect(await json('key', 'revoke', key)).toMatchObject({ revoked: 1, made: { ...made, token: 0 } });
  expect(await json('key', 'revoke', key, '--with-made')).toEqual({ revoked: 0, made });
  expect(await json('rotate-key')).toMatchObject({ moved: 0, broken: 0, isDone: true });
  expect(await json('paste', 'remove', publicId)).toEqual({ removed: true });
});

it('user export prints what the account page gives, also of a disabled user', async () => {
  await services.accounts.createKey('erna');
  const owner = { userId: await services.accounts.idOf('erna'), userName: 'erna' };
  await store(services.pastes, 'a long text', { owner, title: 'mine' });
  await store(services.pastes, 'for one reader', { owner, burnAfterRead: true });
  await store(services.pastes, "somebody's");
  await services.accounts.setDisabled('erna', true);
  let given = '';
  for await (const bytes of ownData(services, owner, null)) given += Buffer.from(bytes).toString();
  await run('user', 'export', 'erna');
  expect(printed).toBe(given);
  const lines = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map((line) => Object.keys(line)[0])).toEqual(['account', 'key', 'paste', 'paste']);
  expect(printed).toContain('"content":"a long text"');
  expect(printed).not.toMatch(/for one reader|somebody/);
  await expect(run('user', 'export', 'nobody')).rejects.toThrow(/none of this name/);
});
