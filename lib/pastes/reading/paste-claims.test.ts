/** Claims of burn pastes: one reader fetches as often as needed until the lease ends. Tests set the database's clock. */
import { createHash, randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../db/database';
import { NotFoundError } from '../../http/errors';
import { CREATED_AT, NOBODY, newToken as newClaim, readProofOf, shows } from '../../testing/credentials';
import { engines } from '../../testing/test-database';
import { contentOf, LEASE_MS, store, type TestPastes, useTestPastes } from '../../testing/test-pastes';
import { UnknownMasterKeyError } from '../../vault/keyring';
import { SealBrokenError } from '../../vault/vault';
import { NothingToClaimError, ReadTokenRequiredError } from '../paste.errors';
import { CHUNK_BYTES } from '../storage/paste-content';

const CLAIMED_AT = CREATED_AT + 1_000;
const LEASE_END = CLAIMED_AT + LEASE_MS;
const PIECES = { one: 'a secret', several: randomBytes(CHUNK_BYTES).toString('hex') };

describe.each(engines)('a claim on %s', (engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, (opened) => (pastes = opened));

  const create = (content = 'a secret', options: Parameters<typeof store>[2] = {}) =>
    store(pastes.at(CREATED_AT).service, content, { burnAfterRead: true, ...options });
  const atClaim = () => pastes.at(CLAIMED_AT).service;
  const readClaimed = async (publicId: string, claim: string, now: number) =>
    contentOf(await pastes.at(now).service.read(publicId, shows({ claim })));

  it.each(Object.entries(PIECES))('hands out a paste of %s piece(s) as often as its claimant asks', async (_, content) => {
    const { publicId } = await create(content);
    const claim = newClaim();
    expect(await atClaim().claim(publicId, claim, shows())).toEqual({ publicId, claimedUntil: LEASE_END, title: '' });
    for (const now of [CLAIMED_AT, CLAIMED_AT + LEASE_MS / 2, LEASE_END - 1]) {
      expect((await readClaimed(publicId, claim, now)) === content).toBe(true);
    }
  });

  it('a claim hides the paste at once from readers, other claims, lists and cleanup', async () => {
    const { publicId } = await create('a secret', { owner: pastes.anna, ttlSeconds: 3_600 });
    await atClaim().claim(publicId, newClaim(), shows());
    const service = atClaim();
    const asAnna = { principal: pastes.anna, manageToken: null };
    const attempts: (() => Promise<unknown>)[] = [
      () => service.read(publicId),
      () => service.read(publicId, shows({ claim: newClaim() })),
      () => service.claim(publicId, newClaim(), shows()),
      () => service.acknowledge(publicId, newClaim()),
      () => service.peek(publicId),
      () => service.describe(publicId),
      () => service.openPage(publicId, { maxBytes: 100, isReader: true }),
      () => service.extend(publicId, 60, asAnna),
      () => service.remove(publicId, NOBODY),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(NotFoundError);
    expect((await service.list(pastes.anna, 100, 0)).map((paste) => paste.publicId)).not.toContain(publicId);
    await pastes.at(LEASE_END - 1).service.removeExpired();
    expect((await pastes.rowsOf(publicId)).pastes).toBe(1);
  });

  it('a repeated claim gets its response again and doesn’t lengthen its lease', async () => {
    const { publicId } = await create();
    const claim = newClaim();
    const first = await atClaim().claim(publicId, claim, shows());
    expect(await pastes.at(LEASE_END - 1).service.claim(publicId, claim, shows())).toEqual(first);
    await expect(pastes.at(LEASE_END).service.claim(publicId, claim, shows())).rejects.toThrow(NotFoundError);
  });

  it('the claimant is told the title as often as asked, and a refused reader never', async () => {
    const { publicId } = await create('a secret', { title: 'notes' });
    const claim = newClaim();
    for (let times = 0; times < 2; times++)
      expect(await atClaim().claim(publicId, claim, shows())).toEqual({ publicId, claimedUntil: LEASE_END, title: 'notes' });
    await expect(atClaim().claim(publicId, newClaim(), shows())).rejects.toThrow(NotFoundError);
  });

  it('tells no title of an encrypted paste: what was sent along is not what is inside', async () => {
    const { publicId } = await create('a ciphertext', { title: 'notes', isE2ee: true });
    const claim = newClaim();
    for (let times = 0; times < 2; times++) expect(await atClaim().claim(publicId, claim, shows())).toMatchObject({ publicId, title: '' });
  });

  it('a claim ends with its lease, also for its claimant, and cleanup leaves nothing', async () => {
    const { publicId } = await create(PIECES.several, { owner: pastes.anna });
    const claim = newClaim();
    await atClaim().claim(publicId, claim, shows());
    await expect(readClaimed(publicId, claim, LEASE_END)).rejects.toThrow(NotFoundError);
    await expect(pastes.at(LEASE_END).service.acknowledge(publicId, claim)).rejects.toThrow(NotFoundError);
    await pastes.at(LEASE_END).service.removeExpired();
    expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 0, chunks: 0, events: ['burned'] });
  });

  it('that is acknowledged deletes the paste at once, once, and nobody else does', async () => {
    const { publicId } = await create(PIECES.several);
    const claim = newClaim();
    await expect(atClaim().acknowledge(publicId, claim)).rejects.toThrow(NotFoundError);
    await atClaim().claim(publicId, claim, shows());
    await expect(atClaim().acknowledge(publicId, newClaim())).rejects.toThrow(NotFoundError);
    await atClaim().acknowledge(publicId, claim);
    expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 0, chunks: 0, events: [] });
    await expect(atClaim().acknowledge(publicId, claim)).rejects.toThrow(NotFoundError);
  });

  it('of any number at once exactly one binds, with one event', async () => {
    const { publicId } = await create('a secret', { owner: pastes.anna });
    const service = atClaim();
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => service.claim(publicId, newClaim(), shows())));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await pastes.rowsOf(publicId)).events).toEqual(['burned']);
  });

  it('and plain reads and deletes at once have one winner', async () => {
    for (let round = 0; round < 20; round++) {
      const { publicId } = await create('a secret', { owner: pastes.anna });
      const service = atClaim();
      const runners = [
        async () => void (await service.claim(publicId, newClaim(), shows())),
        async () => void (await service.read(publicId)),
        async () => service.remove(publicId, { principal: pastes.anna, manageToken: null }),
      ];
      // Each one waits a different number of turns, so that in each round another one begins first. In each fourth it also ends first.
      const ahead = round % 4 === 3 ? round % 3 : null;
      if (ahead !== null) await runners[ahead]?.();
      const run = async (runner: () => Promise<void>, index: number) => {
        if (index === ahead) return;
        for (let wait = (round * (index + 1)) % 7; wait > 0; wait--) await turn();
        await runner();
      };
      const outcomes = await Promise.allSettled(runners.map(run));
      const [claimed, read, deleted] = outcomes.map(({ status }) => status === 'fulfilled');
      // The owner may delete a claimed paste, whose claim has recorded its event already.
      const won = claimed ? 'claim' : read ? 'read' : 'delete';
      expect([claimed, read, deleted && !claimed].filter(Boolean)).toHaveLength(1);
      expect((await pastes.rowsOf(publicId)).events).toEqual([won === 'delete' ? 'deleted' : 'burned']);
      if (ahead !== null) expect(won).toBe(['claim', 'read', 'delete'][ahead]);
    }
  });

  it('stores neither the claim nor anything it could be computed from', async () => {
    const { publicId } = await create();
    const claim = newClaim();
    await atClaim().claim(publicId, claim, shows());
    const row = await pastes.rowOf(publicId);
    const stored = Buffer.concat(Object.values(row).map((value) => Buffer.from(value instanceof Uint8Array ? value : String(value))));
    expect(stored.includes(claim)).toBe(false);
    expect(stored.includes(Buffer.from(claim, 'base64url'))).toBe(false);
    expect(stored.includes(createHash('sha256').update(claim).digest())).toBe(true);
  });

  it('past the expiry of the paste is no claim', async () => {
    const { publicId, expiresAt } = await create('a secret', { ttlSeconds: 60 });
    await expect(pastes.at(Number(expiresAt)).service.claim(publicId, newClaim(), shows())).rejects.toThrow(NotFoundError);
    const { service } = pastes.at(Number(expiresAt) - 1);
    // The lease counts from the claim, also when it is longer than the paste's remaining time.
    expect(await service.claim(publicId, newClaim(), shows())).toEqual({
      publicId,
      claimedUntil: Number(expiresAt) - 1 + LEASE_MS,
      title: '',
    });
  });

  it('of a paste that can be read more than once says so, and changes nothing', async () => {
    const { publicId } = await store(atClaim(), 'text');
    await expect(atClaim().claim(publicId, newClaim(), shows())).rejects.toThrow(NothingToClaimError);
    expect(await contentOf(await atClaim().read(publicId))).toBe('text');
  });

  describe.each(Object.entries(PIECES))('of a paste of %s piece(s) that cannot be decrypted', (_, content) => {
    it('does not bind while its master key is missing', async () => {
      const { publicId } = await create(content);
      const label = (id: string) =>
        pastes.db.write([{ sql: 'UPDATE pastes SET master_key_id = ? WHERE lookup = ?', params: [id, pastes.lookupOf(publicId)] }]);
      await label('0123456789abcdef');
      await expect(atClaim().claim(publicId, newClaim(), shows())).rejects.toThrow(UnknownMasterKeyError);
      await label(pastes.keyring.current.id);
      const claim = newClaim();
      await atClaim().claim(publicId, claim, shows());
      expect((await readClaimed(publicId, claim, CLAIMED_AT)) === content).toBe(true);
    });

    it('does not bind while its last piece is damaged', async () => {
      const { publicId } = await create(content);
      const { id = null } = await pastes.rowOf(publicId);
      const [last] = await pastes.db.read('SELECT seq, bytes FROM paste_chunks WHERE paste_id = ? ORDER BY seq DESC LIMIT 1', [id]);
      const put = (bytes: Uint8Array) =>
        pastes.db.write([
          { sql: 'UPDATE paste_chunks SET bytes = ? WHERE paste_id = ? AND seq = ?', params: [bytes, id, last?.seq ?? null] },
        ]);
      await put(randomBytes(64));
      await expect(atClaim().claim(publicId, newClaim(), shows())).rejects.toThrow(SealBrokenError);
      await put(last?.bytes as Uint8Array);
      expect((await contentOf(await atClaim().read(publicId))) === content).toBe(true);
    });
  });

  describe('while it is being fetched', () => {
    const CLOCK = "(SELECT expires_at FROM leases WHERE name = 'clock')";
    const setClock = (ms: number) =>
      pastes.db.write([
        {
          sql: `INSERT INTO leases (name, holder, expires_at) VALUES ('clock', 'test', ${ms})
            ON CONFLICT (name) DO UPDATE SET expires_at = excluded.expires_at`,
          params: [],
        },
      ]);

    it('holds on beyond the lease, however slow the line', async () => {
      await setClock(CLAIMED_AT);
      const leaseMs = 4;
      const { service } = pastes.at(CLOCK, pastes.db, leaseMs);
      const { publicId } = await store(service, PIECES.several, { burnAfterRead: true });
      const claim = newClaim();
      const claimedUntil = CLAIMED_AT + leaseMs;
      expect(await service.claim(publicId, claim, shows())).toMatchObject({ claimedUntil });
      const { content } = await service.read(publicId, shows({ claim }));
      const received: Buffer[] = [];
      for await (const piece of content as AsyncIterable<Buffer>) {
        received.push(piece);
        // The process's clock sees a slow line, while the database's clock is a millisecond before the end.
        const until = performance.now() + leaseMs;
        while (performance.now() < until);
        await setClock(claimedUntil - 1);
      }
      expect(Buffer.concat(received).toString() === PIECES.several).toBe(true);
      const later = pastes.at(claimedUntil + leaseMs - 2).service;
      await expect(later.acknowledge(publicId, claim)).resolves.toBeUndefined();
    });
  });

  it('is renewed for fifteen leases, and not past the expiry of the paste', async () => {
    for (const [ttlSeconds, longest] of [
      [3_600, 15 * LEASE_MS],
      [120, 120_000 - (CLAIMED_AT - CREATED_AT)],
    ] as const) {
      const { publicId } = await create('a secret', { ttlSeconds });
      const claim = newClaim();
      await atClaim().claim(publicId, claim, shows());
      const { id, claim_hash: claimHash } = await pastes.rowOf(publicId);
      const until = async () => Number((await pastes.rowOf(publicId)).expires_at);
      for (let now = CLAIMED_AT; now < CLAIMED_AT + longest; now += LEASE_MS / 2) {
        await pastes.at(now).claims.renew(String(id), claimHash as Uint8Array, LEASE_MS);
        expect(await until()).toBeGreaterThanOrEqual(Math.min(now + LEASE_MS, CLAIMED_AT + longest));
      }
      expect(await until()).toBe(CLAIMED_AT + longest);
      expect(await readClaimed(publicId, claim, CLAIMED_AT + longest - 1)).toBe('a secret');
      await expect(readClaimed(publicId, claim, CLAIMED_AT + longest)).rejects.toThrow(NotFoundError);
    }
  });

  it('can be ended by the owner and by who has the manage token, and by nobody else', async () => {
    for (const allowed of ['owner', 'manage token'] as const) {
      const { publicId, manageToken } = await create('a secret', { owner: pastes.anna, protect: true });
      const claim = newClaim();
      await atClaim().claim(publicId, claim, shows());
      const { service } = pastes.at(CLAIMED_AT);
      for (const refused of [NOBODY, { principal: pastes.bert, manageToken: null }, { principal: null, manageToken: newClaim() }])
        await expect(service.remove(publicId, refused)).rejects.toThrow(NotFoundError);
      expect(await readClaimed(publicId, claim, CLAIMED_AT)).toBe('a secret');
      await service.remove(
        publicId,
        allowed === 'owner' ? { principal: pastes.anna, manageToken: null } : { principal: null, manageToken },
      );
      await expect(readClaimed(publicId, claim, CLAIMED_AT)).rejects.toThrow(NotFoundError);
      // One event said that the paste was opened.
      expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 0, chunks: 0, events: ['burned'] });
    }
  });

  describe('when what it records is refused', () => {
    it('does not bind, and can be made afterwards', async () => {
      const { publicId } = await create('a secret', { owner: pastes.anna });
      const [refuse, allow] =
        engine === 'sqlite'
          ? ["CREATE TRIGGER refused BEFORE UPDATE ON burn_receipts BEGIN SELECT RAISE(ABORT, 'refused'); END", 'DROP TRIGGER refused']
          : [
              'ALTER TABLE burn_receipts ADD CONSTRAINT refused CHECK (outcome IS NULL) NOT VALID',
              'ALTER TABLE burn_receipts DROP CONSTRAINT refused',
            ];
      await pastes.db.write([{ sql: refuse, params: [] }]);
      try {
        await expect(atClaim().claim(publicId, newClaim(), shows())).rejects.toThrow(/refused/);
      } finally {
        await pastes.db.write([{ sql: allow, params: [] }]);
      }
      expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 1, chunks: 1, events: [] });
      await expect(atClaim().claim(publicId, newClaim(), shows())).resolves.toMatchObject({ publicId });
    });
  });

  describe('when the paste expires between its statements', () => {
    it('binds or not, and whoever watches is told the one thing that happened', async () => {
      const CLOCK = "(SELECT expires_at FROM leases WHERE name = 'ticking')";
      const tick = { sql: "UPDATE leases SET expires_at = expires_at + 1 WHERE name = 'ticking'", params: [] };
      const setClock = (ms: number) =>
        pastes.db.write([
          {
            sql: `INSERT INTO leases (name, holder, expires_at) VALUES ('ticking', 'test', ${ms})
              ON CONFLICT (name) DO UPDATE SET expires_at = excluded.expires_at`,
            params: [],
          },
        ]);
      const ticking: Database = {
        ...pastes.db,
        write: async (statements) => {
          const results = await pastes.db.write(statements.flatMap((statement) => [statement, tick]));
          return results.filter((_, index) => index % 2 === 0);
        },
      };
      const { service, receipts } = pastes.at(CLOCK, ticking);
      for (const left of [1, 2, 3, 4]) {
        await setClock(0);
        const { publicId, expiresAt } = await store(service, 'text', { owner: pastes.anna, ttlSeconds: 1, burnAfterRead: true });
        await setClock(Number(expiresAt) - left);
        const claim = newClaim();
        await service.claim(publicId, claim, shows());
        expect(await readClaimed(publicId, claim, Number(expiresAt))).toBe('text');
        await setClock(Number(expiresAt) + 2 * LEASE_MS);
        await service.removeExpired();
        expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 0, chunks: 0, events: ['burned'] });
        expect(await receipts.find(publicId, { ...NOBODY, ...shows(), principal: pastes.anna })).toMatchObject({ state: 'opened' });
      }
    });
  });

  describe('with a proof', () => {
    const token = newClaim();
    const readProof = readProofOf(token);
    const HEADER = Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url');
    const ENVELOPE = `${HEADER}..${'a'.repeat(16)}.${'b'.repeat(20)}.${'c'.repeat(22)}`;
    const sealed = (content = ENVELOPE) => create(content, { isE2ee: true, readProof });
    const refused = { status: 403, message: 'Read Token Required', options: { fields: { protectedHeader: HEADER } } };
    const wrong = [null, '', 'short', newClaim(), readProof, token.slice(0, -1), `${token.slice(0, -1)}B`, `${token}A`];

    it('a paste with a proof is read only with its token, and wrong tokens burn nothing', async () => {
      const { publicId } = await sealed();
      for (const readToken of wrong) {
        for (const attempt of [
          () => atClaim().read(publicId, shows({ readToken })),
          () => atClaim().claim(publicId, newClaim(), shows({ readToken })),
        ]) {
          const error = await attempt().catch((reason: unknown) => reason);
          expect(error).toBeInstanceOf(ReadTokenRequiredError);
          expect(error).toMatchObject(refused);
        }
      }
      expect(await contentOf(await atClaim().read(publicId, shows({ readToken: token })))).toBe(ENVELOPE);
      await expect(atClaim().read(publicId, shows({ readToken: token }))).rejects.toThrow(NotFoundError);
    });

    it('the right token claims it, and the claim alone fetches it', async () => {
      const { publicId } = await sealed();
      const claim = newClaim();
      await atClaim().claim(publicId, claim, shows({ readToken: token }));
      expect(await readClaimed(publicId, claim, CLAIMED_AT)).toBe(ENVELOPE);
      await expect(atClaim().read(publicId, shows({ readToken: token }))).rejects.toThrow(NotFoundError);
      // Sent again, the claim itself is enough: no token is needed.
      await expect(atClaim().claim(publicId, claim, shows())).resolves.toMatchObject({ publicId });
    });

    it("a foreign ciphertext's header is not guessed at", async () => {
      const { publicId } = await sealed('-----BEGIN PGP MESSAGE-----');
      await expect(atClaim().read(publicId)).rejects.toMatchObject({ options: { fields: { protectedHeader: null } } });
    });
  });
});
