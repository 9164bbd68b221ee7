/** Readers who wait for the sender of a burn paste: a model walked by random steps, a race, a crash, and rights. Tests set the clock. */
import { randomBytes, randomInt } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../encoding/sha256';
import { ForbiddenError, NotFoundError, type PublicError, UnauthorizedError } from '../../http/errors';
import { CREATED_AT, NOBODY, newToken, readProofOf, shows } from '../../testing/credentials';
import { engines } from '../../testing/test-database';
import { contentOf, LEASE_MS, store, type TestPastes, useTestPastes } from '../../testing/test-pastes';
import {
  AlreadyReleasedError,
  ApprovalRequiredError,
  NotWaitingError,
  ReadTokenRequiredError,
  RefusedError,
  TooManyWaitingError,
} from '../paste.errors';
import { WAIT_MS } from '../paste.rules';
import type { CreatedPaste } from '../service/paste-creation';
import { isWaiting } from './paste-waiting';
import { MAX_WAITING } from './paste-waiting.repository';

/** `npm run prove` walks further. */
const STEPS = Number(process.env.PROVE_STEPS ?? 300);
const ROUNDS = Number(process.env.PROVE_APPROVAL_ROUNDS ?? 3);
const READERS = 60;
const HOUR_MS = 3_600_000;

describe.each(engines)('a burn paste with approvals on %s', (engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, (opened) => (pastes = opened));
  const at = (ms: number) => pastes.at(CREATED_AT + ms).service;
  const create = (options: Parameters<typeof store>[2] = {}) =>
    store(at(0), 'a secret', { burnAfterRead: true, approvals: 1, owner: pastes.anna, ...options });
  const asOwner = () => ({ ...NOBODY, principal: pastes.anna, releaseToken: null });
  const byToken = ({ releaseTokens = [] }: CreatedPaste, index = 0) => ({ ...NOBODY, releaseToken: releaseTokens[index] ?? null });

  async function wait(publicId: string, claim = newToken(), ms = 0): Promise<{ claim: string; code: string }> {
    const waiting = await at(ms).claim(publicId, claim, shows(), 'Firefox, Windows');
    if (!isWaiting(waiting) || waiting.code === null) throw new Error('expected a claim that waits');
    return { claim, code: waiting.code };
  }

  const fetched = async (publicId: string, claim: string, ms: number) => contentOf(await at(ms).read(publicId, shows({ claim })));

  it('a read without a released claim returns nothing and burns nothing', async () => {
    const { publicId } = await create();
    const { claim } = await wait(publicId);
    await expect(at(1).read(publicId)).rejects.toThrow(ApprovalRequiredError);
    expect(await at(1).claim(publicId, newToken(), shows())).toMatchObject({ state: 'waiting' });
    await expect(at(1).read(publicId, shows({ claim }))).rejects.toThrow(NotFoundError);
    expect(await pastes.repository.burn({ ...(await pastes.repository.findRights(publicId)) } as never)).toBe(false);
    const { id } = await pastes.rowOf(publicId);
    const unreleased = { id: String(id), endsByReading: true, hasSubscribers: false };
    expect(await pastes.claims.claim(unreleased, randomBytes(32), LEASE_MS)).toBe(null);
    expect((await pastes.rowsOf(publicId)).pastes).toBe(1);
  });

  it('a released reader fetches it, and the receipt names the time of the release', async () => {
    const paste = await create();
    const { publicId } = paste;
    const { claim, code } = await wait(publicId);
    expect(await at(1).listWaiting(publicId, asOwner())).toEqual({
      approvals: 1,
      waiting: [{ code, since: CREATED_AT, client: 'Firefox, Windows', expiresAt: CREATED_AT + WAIT_MS, state: 'waiting', approved: 0 }],
      recipient: null,
    });
    expect(await at(2).release(publicId, code, byToken(paste))).toEqual({ approved: 1, approvals: 1 });
    expect(await at(3).release(publicId, code, asOwner())).toEqual({ approved: 1, approvals: 1 });
    expect(await at(4).claim(publicId, claim, shows())).toMatchObject({ publicId, claimedUntil: CREATED_AT + 4 + LEASE_MS });
    expect(await fetched(publicId, claim, 5)).toBe('a secret');
    expect(await pastes.at(CREATED_AT + 6).receipts.find(publicId, { ...asOwner(), ...shows() })).toMatchObject({
      state: 'opened',
      releasedAt: [CREATED_AT + 2],
    });
    expect((await pastes.rowsOf(publicId)).events).toEqual(['burned']);
  });

  it('a release lasts through another process and a quarter of an hour, and no longer', async () => {
    const { publicId } = await create();
    const { claim, code } = await wait(publicId);
    await at(WAIT_MS - 1).release(publicId, code, asOwner());
    const end = 2 * WAIT_MS - 1;
    expect(await at(end).claim(publicId, claim, shows())).toMatchObject({ state: 'waiting' });
    const again = await wait(publicId, newToken(), end);
    await at(end).release(publicId, again.code, asOwner());
    expect(await at(end + WAIT_MS - 1).claim(publicId, again.claim, shows())).toMatchObject({ publicId });
  });

  it('a refused reader is told so, at once and later, and can neither be released', async () => {
    const { publicId } = await create();
    const { claim, code } = await wait(publicId);
    await at(1).refuse(publicId, code, asOwner());
    for (const ms of [1, WAIT_MS + 1]) await expect(at(ms).claim(publicId, claim, shows())).rejects.toThrow(RefusedError);
    await expect(at(2).release(publicId, code, asOwner())).rejects.toThrow(NotWaitingError);
    expect((await at(2).listWaiting(publicId, asOwner())).waiting).toEqual([]);
    await expect(wait(publicId)).resolves.toBeDefined();
  });

  it('five wait at once, each under a code; the sixth has a place when one has ended', async () => {
    const { publicId } = await create();
    const first = await wait(publicId);
    const others = await Promise.allSettled(Array.from({ length: 11 }, () => wait(publicId, newToken(), 1_000)));
    const refused = others.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(others.length - refused.length).toBe(MAX_WAITING - 1);
    for (const error of refused) expect(error).toBeInstanceOf(TooManyWaitingError);
    expect(refused[0].options.headers['Retry-After']).toBe(String((WAIT_MS - 1_000) / 1000));
    const codes = (await at(1_000).listWaiting(publicId, asOwner())).waiting.map(({ code }) => code);
    expect(new Set(codes).size).toBe(MAX_WAITING);
    expect(await wait(publicId, first.claim, 2_000)).toEqual(first);
    await expect(wait(publicId, newToken(), WAIT_MS - 1)).rejects.toThrow(TooManyWaitingError);
    await expect(wait(publicId, newToken(), WAIT_MS)).resolves.toBeDefined();
  });

  it('a place needs the proof of the key, and waiting needs it no second time', async () => {
    const token = newToken();
    const { publicId } = await create({ isE2ee: true, readProof: readProofOf(token) });
    const claim = newToken();
    await expect(at(0).claim(publicId, claim, shows({ readToken: newToken() }))).rejects.toThrow(ReadTokenRequiredError);
    expect((await at(0).listWaiting(publicId, asOwner())).waiting).toEqual([]);
    const asked = await at(0).claim(publicId, claim, shows({ readToken: token }));
    expect(await at(1).claim(publicId, claim, shows())).toEqual({ ...asked, isNew: false });
  });

  it('two approvals need two credentials for one code, in any order', async () => {
    for (const [first, second] of [
      ['0', '1'],
      ['1', '0'],
      ['owner', '1'],
      ['0', 'owner'],
    ] as const) {
      const paste = await create({ approvals: 2 });
      const { publicId } = paste;
      const by = (name: string) => (name === 'owner' ? asOwner() : byToken(paste, Number(name)));
      const [one, other] = [await wait(publicId), await wait(publicId)];
      for (const ms of [1, 2]) expect(await at(ms).release(publicId, one.code, by(first))).toEqual({ approved: 1, approvals: 2 });
      expect(await at(3).claim(publicId, one.claim, shows())).toMatchObject({ state: 'waiting' });
      expect(await at(3).release(publicId, other.code, by(second))).toMatchObject({ approved: 1 });
      expect(await at(3).claim(publicId, other.claim, shows())).toMatchObject({ state: 'waiting' });
      expect(await at(4).release(publicId, one.code, by(second))).toEqual({ approved: 2, approvals: 2 });
      await expect(at(5).release(publicId, other.code, by(first))).rejects.toThrow(AlreadyReleasedError);
      expect(await at(6).claim(publicId, one.claim, shows())).toMatchObject({ publicId });
      const receipt = await pastes.at(CREATED_AT + 7).receipts.find(publicId, { ...asOwner(), ...shows() });
      expect(receipt.releasedAt).toEqual([CREATED_AT + 1, CREATED_AT + 4]);
    }
  });

  it('nobody but owner, manage token and release tokens sees, releases or refuses', async () => {
    const one = await create({ owner: null, protect: true });
    const two = await create({ approvals: 2, protect: true });
    const open = await create({ owner: null });
    for (const { publicId } of [one, two, open]) {
      const { code } = await wait(publicId);
      const strangers = [{ principal: pastes.bert }, { manageToken: newToken() }, { releaseToken: newToken() }, { releaseToken: '' }];
      for (const act of [
        (who: object) => at(1).listWaiting(publicId, { ...NOBODY, releaseToken: null, ...who }),
        (who: object) => at(1).release(publicId, code, { ...NOBODY, releaseToken: null, ...who }),
        (who: object) => at(1).refuse(publicId, code, { ...NOBODY, releaseToken: null, ...who }),
      ]) {
        for (const who of strangers) await expect(act(who)).rejects.toThrow(ForbiddenError);
        await expect(act({})).rejects.toThrow(UnauthorizedError);
      }
    }
    const manage = ({ manageToken }: CreatedPaste) => ({ ...NOBODY, manageToken, releaseToken: null });
    const [first] = (await at(1).listWaiting(one.publicId, manage(one))).waiting;
    const code = String(first?.code);
    expect(await at(1).release(one.publicId, code, manage(one))).toMatchObject({ approved: 1 });
    const [waiting] = (await at(1).listWaiting(two.publicId, manage(two))).waiting;
    await expect(at(1).release(two.publicId, String(waiting?.code), manage(two))).rejects.toThrow(ForbiddenError);
    await expect(at(1).refuse(two.publicId, String(waiting?.code), manage(two))).resolves.toBeUndefined();
  });

  it('the database’s clock alone decides, whatever the process’s says', async () => {
    const { publicId } = await create();
    const { claim, code } = await wait(publicId);
    const real = Date.now;
    try {
      for (const skew of [HOUR_MS, -HOUR_MS]) {
        Date.now = () => real() + skew;
        expect((await at(1).listWaiting(publicId, asOwner())).waiting).toHaveLength(1);
      }
      await at(WAIT_MS - 1).release(publicId, code, asOwner());
      expect(await at(WAIT_MS).claim(publicId, claim, shows())).toMatchObject({ publicId });
    } finally {
      Date.now = real;
    }
  });

  it('owners who name the events are told of readers, others of nothing', async () => {
    const { publicId } = await create();
    await wait(publicId);
    expect((await pastes.rowsOf(publicId)).events).toEqual([]);
    const name = (flag: boolean) =>
      pastes.db.write([
        { sql: `UPDATE webhook_endpoints SET on_waiting = ${flag}, on_released = ${flag}, on_refused = ${flag}`, params: [] },
      ]);
    await name(true);
    try {
      const [refused, released] = [await wait(publicId), await wait(publicId)];
      await at(1).refuse(publicId, refused.code, asOwner());
      await at(1).release(publicId, released.code, asOwner());
      await at(1).release(publicId, released.code, asOwner());
      const told = (await pastes.eventsOf(publicId)).filter(({ event }) => event !== 'paste.created');
      expect(told.map((row) => `${row.event} ${row.waiting_code} ${row.waiting_client}`).toSorted()).toEqual([
        `paste.refused ${refused.code} Firefox, Windows`,
        `paste.released ${released.code} Firefox, Windows`,
        ...[refused, released].map(({ code }) => `paste.waiting ${code} Firefox, Windows`).toSorted(),
      ]);
    } finally {
      await name(false);
    }
  });

  it('of 60 readers who wait, are refused and released at once, one gets in', { timeout: 600_000 }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { service } = pastes;
      const { publicId } = await store(service, 'a secret', { burnAfterRead: true, approvals: 1, owner: pastes.anna });
      const refused = new Set<string>();
      const readers = Array.from({ length: READERS }, () => newToken());
      let isOver = false;
      const read = async (claim: string): Promise<string | null> => {
        while (!isOver) {
          await turn();
          const got = await service.claim(publicId, claim, shows()).catch((error: unknown) => error as Error);
          if (got instanceof RefusedError || got instanceof NotFoundError) return null;
          if (got instanceof TooManyWaitingError || isWaiting(got)) continue;
          if (got instanceof Error) throw got;
          isOver = true;
          return claim;
        }
        return null;
      };
      const decide = async () => {
        while (!isOver) {
          await turn();
          const listed = await service.listWaiting(publicId, asOwner()).catch(() => null);
          await Promise.all(
            (listed?.waiting ?? []).map(({ code }) =>
              (randomInt(4) === 0 ? service.release(publicId, code, asOwner()) : service.refuse(publicId, code, asOwner())).catch(
                () => undefined,
              ),
            ),
          );
        }
      };
      const told = async (claim: string) => {
        const got = await read(claim);
        const [row] = await pastes.db.read('SELECT refused_at FROM waiting_claims WHERE claim_hash = ?', [sha256(claim)]);
        if (row?.refused_at != null) refused.add(claim);
        return got;
      };
      // A round in which all places were refused goes on with other readers.
      const deciding = [decide(), decide()];
      let winners = (await Promise.all(readers.map(told))).filter((claim) => claim !== null);
      while (winners.length === 0) winners = (await Promise.all([newToken(), newToken()].map(told))).filter((claim) => claim !== null);
      isOver = true;
      await Promise.all(deciding);
      expect(winners).toHaveLength(1);
      expect(refused.has(String(winners[0]))).toBe(false);
    }
  });

  it('keeps to its model, step by random step', { timeout: 600_000 }, async () => {
    for (let done = 0; done < STEPS; ) done += await walk(Math.min(30, STEPS - done));
  });

  type State = 'none' | 'waiting' | 'released' | 'refused' | 'leased';
  interface Reader {
    claim: string;
    state: State;
    code: string;
    until: number;
    approvedBy: string | null;
  }

  /** Walks a fresh paste with three readers until it is gone. @returns the number of steps */
  async function walk(maxSteps: number): Promise<number> {
    const approvals = 1 + randomInt(2);
    const ttlSeconds = 3_600 * (1 + randomInt(3));
    const paste = await create({ approvals, ttlSeconds });
    const { publicId } = paste;
    const expiresAt = ttlSeconds * 1000;
    const readers: Reader[] = Array.from({ length: 3 }, () => ({ claim: newToken(), state: 'none', code: '', until: 0, approvedBy: null }));
    const credentials = { owner: asOwner(), '0': byToken(paste, 0), ...(approvals === 2 && { '1': byToken(paste, 1) }) };
    let now = 0;
    const isGone = () => now >= expiresAt || readers.some(({ state }) => state === 'leased');
    const attempt = <Value>(promise: Promise<Value>) => promise.catch((error: unknown) => (error as PublicError).code);
    for (let step = 1; step <= maxSteps; step++) {
      now += [1, 60_000, WAIT_MS / 3, WAIT_MS][randomInt(4)] ?? 0;
      for (const reader of readers)
        if (['waiting', 'released'].includes(reader.state) && reader.until <= now)
          Object.assign(reader, { state: 'none', code: '', approvedBy: null });
      const reader = readers[randomInt(readers.length)] as Reader;
      const leased = readers.find(({ state }) => state === 'leased');
      const service = at(now);
      const context = `step ${step}, ${reader.state}`;
      const names = Object.keys(credentials) as ('owner' | '0')[];
      const by = names[randomInt(names.length)] as 'owner' | '0';
      switch (['ask', 'ask', 'release', 'release', 'refuse', 'read', 'acknowledge', 'delete'][randomInt(step > 20 ? 8 : 7)]) {
        case 'ask': {
          const got = await attempt(service.claim(publicId, reader.claim, shows()));
          if (reader.state === 'leased') {
            if (now < reader.until) expect(got, context).toMatchObject({ claimedUntil: CREATED_AT + reader.until });
            else expect(got, context).toBe('not_found');
          } else if (isGone()) expect(got, context).toBe('not_found');
          else if (reader.state === 'refused' && reader.until > now) expect(got, context).toBe('refused');
          else if (reader.state === 'released') {
            expect(got, context).toMatchObject({ claimedUntil: CREATED_AT + now + LEASE_MS });
            Object.assign(reader, { state: 'leased', until: now + LEASE_MS });
          } else {
            expect(got, context).toMatchObject({ state: 'waiting' });
            const { code, expiresAt: end } = got as { code: string; expiresAt: number };
            if (reader.state === 'waiting') expect([code, end], context).toEqual([reader.code, CREATED_AT + reader.until]);
            Object.assign(reader, { state: 'waiting', code, until: end - CREATED_AT });
          }
          break;
        }
        case 'release': {
          const got = await attempt(service.release(publicId, reader.code || 'none', credentials[by]));
          const released = readers.find(({ state }) => state === 'released');
          if (isGone()) expect(got, context).toBe('not_found');
          else if (!['waiting', 'released'].includes(reader.state)) expect(got, context).toBe('not_waiting');
          else if (released && released !== reader) expect(got, context).toBe('already_released');
          else if (reader.state === 'released') expect(got, context).toEqual({ approved: approvals, approvals });
          else if (approvals === 1 || (reader.approvedBy !== null && reader.approvedBy !== by)) {
            expect(got, context).toEqual({ approved: approvals, approvals });
            Object.assign(reader, { state: 'released', until: now + WAIT_MS });
          } else {
            expect(got, context).toEqual({ approved: 1, approvals: 2 });
            reader.approvedBy = by;
          }
          break;
        }
        case 'refuse': {
          const got = await attempt(service.refuse(publicId, reader.code || 'none', credentials[by]));
          if (isGone()) expect(got, context).toBe('not_found');
          else if (reader.state === 'waiting') {
            expect(got, context).toBe(undefined);
            Object.assign(reader, { state: 'refused', code: '', until: now + 24 * HOUR_MS, approvedBy: null });
          } else expect(got, context).toBe(reader.state === 'released' ? 'already_released' : 'not_waiting');
          break;
        }
        case 'read': {
          const got = await attempt(service.read(publicId, shows({ claim: reader.claim })).then(contentOf));
          expect(got, context).toBe(reader.state === 'leased' && now < reader.until ? 'a secret' : 'not_found');
          const plain = await attempt(service.read(publicId));
          expect(plain, context).toBe(isGone() ? 'not_found' : 'approval_required');
          break;
        }
        case 'acknowledge': {
          const got = await attempt(service.acknowledge(publicId, reader.claim));
          if (reader.state !== 'leased' || now >= reader.until) {
            expect(got, context).toBe('not_found');
            break;
          }
          expect(got, context).toBe(undefined);
          await expectGone(publicId, now, 'opened');
          return step;
        }
        case 'delete': {
          const got = await attempt(service.remove(publicId, { ...NOBODY, principal: pastes.anna }));
          if (leased || now < expiresAt) expect([undefined, 'not_found'], context).toContain(got);
          if (got === undefined) {
            await expectGone(publicId, now, leased ? 'opened' : 'deleted');
            return step;
          }
        }
      }
    }
    return maxSteps;
  }

  async function expectGone(publicId: string, now: number, state: string): Promise<void> {
    await expect(at(now).claim(publicId, newToken(), shows())).rejects.toThrow(NotFoundError);
    await expect(at(now).listWaiting(publicId, asOwner())).rejects.toThrow(NotFoundError);
    expect(await pastes.at(CREATED_AT + now).receipts.find(publicId, { ...asOwner(), ...shows() })).toMatchObject({ state });
  }
});
