/** Banned addresses and networks, from when until when, and what a web process knows of them. */
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createAuditRecorder } from '../audit/audit-recorder';
import type { Database } from '../db/database';
import { OperatorError } from '../errors/operator-error';
import { collectingLogger, silentLogger } from '../testing/loggers';
import { engines } from '../testing/test-database';
import { useDatabase } from '../testing/use-database';
import { createKeyring } from '../vault/keyring';
import { createBansService, isBannedBy, NetworkTooLargeError } from './bans.service';

const keyring = createKeyring([randomBytes(32)]);
const NOW = Date.UTC(2031, 0, 1);
const REFRESH_MS = 5_000;

describe.each(engines)('bans on %s', (engine) => {
  let db: Database;

  useDatabase(engine, (opened) => (db = opened));
  beforeEach(() => db.write([{ sql: 'DELETE FROM bans', params: [] }]));

  const at = (now: number, clock?: () => number) =>
    createBansService({ ...db, dialect: { ...db.dialect, now: String(now) } }, createAuditRecorder(db, keyring), silentLogger, clock);

  async function isBanned(network: string, address: string | null): Promise<boolean> {
    const bans = at(NOW);
    await bans.add(network, null, null, 'operator');
    await bans.refresh();
    return bans.isBanned(address);
  }

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.0/24', '192.0.2.255'],
    ['192.0.2.77/24', '192.0.2.0'],
    ['198.0.0.0/8', '198.51.100.1'],
    ['2a00::/12', '2a0f:ffff::1'],
    ['192.0.2.1', '::ffff:192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.0/120', '192.0.2.255'],
    ['2001:db8::1', '2001:db8:0:0::1'],
    ['2001:db8::/64', '2001:db8::ffff:ffff:ffff:ffff'],
  ])('of %s reach %s', async (network, address) => {
    expect(await isBanned(network, address)).toBe(true);
  });

  it.each([
    ['192.0.2.1', '192.0.2.2'],
    ['192.0.2.0/24', '192.0.3.0'],
    ['2001:db8::/64', '2001:db8:0:1::'],
    ['32.0.0.0/8', '2001:db8::1'],
    ['2000::/12', '32.0.2.1'],
    ['192.0.2.1', null],
  ])('of %s do not reach %s', async (network, address) => {
    expect(await isBanned(network, address)).toBe(false);
  });

  it.each([
    ['0.0.0.0/0', '0.0.0.0/0 is too large, everybody with an IPv4 address: the shortest prefix is /8 for IPv4'],
    ['198.51.100.1/7', '198.0.0.0/7 is too large, many countries: the shortest prefix is /8 for IPv4'],
    ['::/0', '::/0 is too large, everybody with an IPv6 address: the shortest prefix is /12 for IPv6'],
    ['2a00::/11', '2a00::/11 is too large, many countries: the shortest prefix is /12 for IPv6'],
  ])('of %s are refused, and nobody is banned', async (network, message) => {
    const bans = at(NOW);
    await expect(bans.add(network, null, null, 'operator')).rejects.toThrow(new NetworkTooLargeError(`ban: ${message}`));
    expect(() => isBannedBy(network, '192.0.2.1')).toThrow(NetworkTooLargeError);
    expect(await bans.list()).toEqual([]);
  });

  it('have one spelling for each network, and the newest reason and end', async () => {
    const bans = at(NOW);
    expect(await bans.add('192.0.2.77/24', 'first', null, 'operator')).toBe('192.0.2.0/24');
    expect(await bans.add('192.0.2.0/24', 'second', 1_000, 'operator')).toBe('192.0.2.0/24');
    expect(await bans.list()).toEqual([{ network: '192.0.2.0/24', reason: 'second', createdAt: NOW, expiresAt: NOW + 1_000 }]);
  });

  it.each([1, 2, 3, 4])('are listed in pages of %i, none of which is empty', async (limit) => {
    const bans = at(NOW);
    const networks = ['192.0.2.1/32', '192.0.2.2/32', '192.0.2.3/32', '192.0.2.4/32'];
    for (const network of networks) await bans.add(network, null, null, 'operator');
    const pages: string[][] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: Awaited<ReturnType<typeof bans.listPage>> = await bans.listPage(limit, after);
      pages.push(page.bans.map(({ network }) => network));
      after = page.next;
    }
    expect([pages.flat(), pages.length]).toEqual([networks, Math.ceil(networks.length / limit)]);
  });

  it('end at their very millisecond, for the list and for readers', async () => {
    await at(NOW).add('192.0.2.1', null, 1_000, 'operator');
    for (const [now, expected] of [
      [NOW + 999, true],
      [NOW + 1_000, false],
    ] as const) {
      const bans = at(now);
      await bans.refresh();
      expect(bans.isBanned('192.0.2.1')).toBe(expected);
      expect(await bans.list()).toHaveLength(expected ? 1 : 0);
    }
  });

  it('can be lifted in any spelling, once', async () => {
    const bans = at(NOW);
    await bans.add('192.0.2.0/24', null, null, 'operator');
    await bans.remove('192.0.2.9/24', 'operator');
    expect(await bans.list()).toEqual([]);
    await expect(bans.remove('192.0.2.0/24', 'operator')).rejects.toThrow(OperatorError);
  });

  it.each([
    '',
    'nonsense',
    '192.0.2.1/33',
    '192.0.2.1/-1',
    '192.0.2.1/x',
    '192.0/24',
    '::ffff:1.2.3.4/8',
    '::ffff:1.2.3.4/32',
    '2001:db8::/129',
    '192.0.2.0/24; DROP TABLE bans',
  ])('cannot be made of %j', async (text) => {
    await expect(at(NOW).add(text, null, null, 'operator')).rejects.toThrow(OperatorError);
    expect(await at(NOW).list()).toEqual([]);
  });

  it('a process learns of a ban after five seconds, and no request waits for it', async () => {
    let clock = 0;
    let reads = 0;
    const read: Database['read'] = (sql, params) => {
      reads += 1;
      return db.read(sql, params);
    };
    const bans = createBansService({ ...db, read }, createAuditRecorder(db, keyring), silentLogger, () => clock);
    await bans.refresh();
    await at(NOW).add('192.0.2.1', null, null, 'operator');
    clock = REFRESH_MS - 1;
    expect(bans.isBanned('192.0.2.1')).toBe(false);
    expect(reads).toBe(1);
    clock = REFRESH_MS;
    // The first check still reads the old list.
    expect(bans.isBanned('192.0.2.1')).toBe(false);
    await vi.waitFor(() => expect(bans.isBanned('192.0.2.1')).toBe(true));
    expect(reads).toBe(2);
  });

  it('that cannot be read again hold as they were, and the log says so', async () => {
    let clock = 0;
    const { log, lines } = collectingLogger();
    let isBroken = false;
    const read: Database['read'] = (sql, params) => (isBroken ? Promise.reject(new Error('no connection')) : db.read(sql, params));
    const bans = createBansService({ ...db, read }, createAuditRecorder(db, keyring), log, () => clock);
    await at(NOW).add('192.0.2.1', null, null, 'operator');
    await bans.refresh();
    isBroken = true;
    clock = REFRESH_MS;
    expect(bans.isBanned('192.0.2.1')).toBe(true);
    await vi.waitFor(() => expect(lines).toMatchObject([{ level: 'warn', fields: { err: { message: 'no connection' } } }]));
    expect(bans.isBanned('192.0.2.1')).toBe(true);
  });
});
