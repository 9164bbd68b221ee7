/** Files of the client (config, history, claims), and who may read them. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { learnServerTime } from '../lib/client/server-clock';
import type { PublicId } from '../lib/pastes/paste.rules';
import { recall, remember } from './history';
import { hasClaim, keepClaim } from './kept-claim';
import { adoptRequest, findKeptRequest, forgetRequest, type KeptRequest, keepRequest } from './kept-request';
import { claimsFolder, configFile, type Environment, historyFile, requestsFolder } from './places';
import { loadSettings, readConfig, writeConfig } from './settings';
import { parseOwnRequest } from './target';

let folder: string;
let env: Environment;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealpaste-cli-'));
  env = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), XDG_STATE_HOME: join(folder, 'state') };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const HERE = 'https://p.example';
const idOf = (text: string) => parseOwnRequest(text).requestId;
const ID = idOf('yTFk30gcJuVvqs9M2GbEeXnA');

describe('the config file', () => {
  it('is readable by its owner only, even over a readable one', () => {
    const path = configFile(env);
    writeConfig(path, { url: HERE, apiKey: 'sp_1' });
    chmodSync(path, 0o644);
    writeConfig(path, { url: HERE, apiKey: 'sp_2' });
    expect([modeOf(path), readConfig(path)]).toEqual(['600', { url: HERE, apiKey: 'sp_2' }]);
  });

  it.each([0o644, 0o640, 0o604, 0o660])('of mode %o is refused', (mode) => {
    writeConfig(configFile(env), { url: HERE, apiKey: 'sp_1' });
    chmodSync(configFile(env), mode);
    expect(() => loadSettings({}, env)).toThrow(/can be read by other users.*chmod 600/);
  });

  it.each(['{', '[]x', 'null', '{"apiKey": 5}'])('that holds %s is refused without being quoted', (text) => {
    writeConfig(configFile(env), {});
    writeFileSync(configFile(env), text);
    expect(() => loadSettings({}, env)).toThrow(/is damaged/);
  });
});

describe('settings', () => {
  it('come from the flag, then the environment, then the file', () => {
    writeConfig(configFile(env), { url: 'https://file.example' });
    expect(loadSettings({}, env).baseUrl).toBe('https://file.example');
    expect(loadSettings({}, { ...env, SEALPASTE_URL: 'https://env.example/' }).baseUrl).toBe('https://env.example');
    expect(loadSettings({ url: 'https://flag.example' }, { ...env, SEALPASTE_URL: 'https://env.example' }).baseUrl).toBe(
      'https://flag.example',
    );
    expect(loadSettings({}, { HOME: join(folder, 'nobody') }).baseUrl).toBeNull();
  });

  it('reach another machine by http:// only when that is allowed', () => {
    const reach = (baseUrl: string, options: Parameters<typeof loadSettings>[0] = {}, more: Environment = {}) =>
      loadSettings(options, { ...env, ...more }).reach({ baseUrl }).baseUrl;
    for (const url of ['https://p.example', 'http://127.0.0.1:3000', 'http://[::1]', 'http://localhost', 'http://p.localhost'])
      expect(reach(url)).toBe(url);
    for (const url of ['http://p.example', 'http://10.0.0.1', 'http://127.0.0.1.example', 'http://localhost.example']) {
      expect(() => reach(url)).toThrow(/--insecure or SEALPASTE_INSECURE=1/);
      expect([reach(url, { insecure: true }), reach(url, {}, { SEALPASTE_INSECURE: '1' })]).toEqual([url, url]);
    }
    writeConfig(configFile(env), { url: 'http://p.example', apiKey: 'sp_1', insecure: true });
    expect(reach('http://p.example')).toBe('http://p.example');
    expect(() => reach('http://q.example')).toThrow(/--insecure/);
  });

  it('give an API key to its own address and to no other', () => {
    writeConfig(configFile(env), { url: HERE, apiKey: 'sp_file' });
    expect(loadSettings({}, env).apiKeyFor(HERE)).toBe('sp_file');
    expect(loadSettings({ url: 'https://evil.example' }, env).apiKeyFor('https://evil.example')).toBeNull();
    const byEnvironment = loadSettings({ url: 'https://other.example' }, { ...env, SEALPASTE_API_KEY: 'sp_env' });
    expect([byEnvironment.apiKeyFor('https://other.example'), byEnvironment.apiKeyFor(HERE)]).toEqual(['sp_env', null]);
  });
});

describe('the history', () => {
  it('has the latest state of each paste, without deleted ones', () => {
    remember({ url: HERE, id: 'a', title: 'one', manageToken: 't', createdAt: 'x', expiresAt: '2030' }, env);
    remember({ url: HERE, id: 'b', expiresAt: null }, env);
    remember({ url: HERE, id: 'a', expiresAt: '2031' }, env);
    remember({ url: HERE, id: 'b', isDeleted: true }, env);
    expect(recall(env)).toEqual([{ url: HERE, id: 'a', title: 'one', manageToken: 't', createdAt: 'x', expiresAt: '2031' }]);
    expect([modeOf(historyFile(env)), modeOf(join(folder, 'state/sealpaste'))]).toEqual(['600', '700']);
  });

  it('stores only known fields', () => {
    remember({ url: HERE, id: 'a', title: 'one', key: 'S3CRET', content: 'S3CRET' } as never, env);
    expect(readFileSync(historyFile(env), 'utf8')).not.toContain('S3CRET');
  });

  it('skips damaged lines', () => {
    remember({ url: HERE, id: 'a' }, env);
    writeFileSync(historyFile(env), `{"id":"cut\n\nnull\n5\n${readFileSync(historyFile(env), 'utf8')}`);
    expect(recall(env)).toEqual([{ url: HERE, id: 'a' }]);
  });
});

describe('a claim on disk', () => {
  const target = { baseUrl: HERE, publicId: ID, key: 'S3CRET' };

  it('is reused until forgotten, for the same server only', () => {
    const first = keepClaim(target, env);
    expect([first.claim, hasClaim(target, env)]).toEqual([expect.stringMatching(/^[\w-]{43}$/), true]);
    expect(keepClaim(target, env).claim).toBe(first.claim);
    first.forget();
    expect(hasClaim(target, env)).toBe(false);
    const second = keepClaim(target, env).claim;
    expect(second).not.toBe(first.claim);
    expect(keepClaim({ ...target, baseUrl: 'https://other.example' }, env).claim).not.toBe(second);
  });

  it('is readable by its owner only and has no key', () => {
    keepClaim(target, env);
    const path = join(claimsFolder(env), ID);
    expect([modeOf(path), modeOf(claimsFolder(env))]).toEqual(['600', '700']);
    expect(readFileSync(path, 'utf8')).not.toContain('S3CRET');
  });

  it('older than a week is removed by the next claim', () => {
    keepClaim(target, env);
    const path = join(claimsFolder(env), ID);
    const old = Date.now() / 1000 - 8 * 86_400;
    utimesSync(path, old, old);
    keepClaim({ ...target, publicId: idOf(ID.toLowerCase()) }, env);
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
  });
});

describe('a request', () => {
  const request = (requestId: PublicId, createdAt: number, forgetAt = Date.now() + 60_000): KeptRequest => ({
    baseUrl: HERE,
    requestId,
    inboxKey: 'k'.repeat(43),
    createdAt,
    forgetAt,
    read: [],
  });

  it('is kept for its owner only, with its inbox link, until it is forgotten', () => {
    const [older, newer] = [request(ID, 1), request(idOf(ID.toUpperCase()), 2)];
    for (const each of [newer, older]) keepRequest(each, env);
    expect(modeOf(join(requestsFolder(env), ID))).toBe('600');
    expect(modeOf(requestsFolder(env))).toBe('700');
    expect([findKeptRequest(null, env), findKeptRequest(ID, env)]).toEqual([newer, older]);
    forgetRequest(newer, env);
    expect(findKeptRequest(null, env)).toEqual(older);
    expect(() => findKeptRequest(newer.requestId, env)).toThrow(/no such request/);
  });

  it('keeping a request removes expired ones, and a damaged file hides no request', () => {
    keepRequest(request(ID, 1, Date.now() - 1), env);
    learnServerTime(new Date().toUTCString());
    writeFileSync(join(requestsFolder(env), ID.toUpperCase()), '{');
    const kept = request(idOf(ID.toLowerCase()), 2);
    keepRequest(kept, env);
    expect(findKeptRequest(null, env)).toEqual(kept);
    expect(() => findKeptRequest(ID, env)).toThrow(/no such request/);
  });

  it('opened by its inbox link knows what this machine has read of it', () => {
    const { inbox } = parseOwnRequest(`${HERE}/inbox/${ID}#${'A'.repeat(43)}`);
    const adopted = adoptRequest(inbox as NonNullable<typeof inbox>, env);
    expect(adopted).toMatchObject({ requestId: ID, inboxKey: 'A'.repeat(43), read: [] });
    keepRequest({ ...adopted, read: [ID] }, env);
    expect(adoptRequest(inbox as NonNullable<typeof inbox>, env).read).toEqual([ID]);
  });

  it('that can not be kept is an error: its answers could not be read', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => keepRequest(request(ID, 1), { ...env, XDG_STATE_HOME: join(folder, 'file') })).toThrow(/key can't be kept/);
  });
});
