/** Codes of requests: a model of what may happen to them, in 10,000 random orders, and who wins a race. */
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../encoding/time.rules';
import { createRequestKeys, type PublicJwk } from '../envelope/answer-keys';
import { sealAnswer } from '../envelope/answer-seal';
import { NotFoundError } from '../http/errors';
import { OPEN_POLICY } from '../testing/open-policy';
import { type Engine, engines } from '../testing/test-database';
import { contentOf, RECEIPT_DAYS, type TestPastes, useTestPastes } from '../testing/test-pastes';
import { createOpenEach } from '../vault/open-each';
import { CodeTakenError, RequestFullError } from './request.errors';
import { createSecretRequestRepository } from './request.repository';
import { MAX_CODE_SECONDS } from './request.rules';
import { createSecretRequestService } from './request.service';

/** A tenth of them beside other tests; `npm run prove` plays all. */
const ordersOn = (engine: Engine) => (process.env.PROVE_ROUNDS && engine === 'sqlite' ? 10_000 : 1_000);
const STEPS = 7;
/** Orders at a time: each has codes of its own, so that they only share transactions. */
const TOGETHER = 100;
const ASKED_AT = 1_000_000;
const TTL_MS = MAX_CODE_SECONDS * 1000;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The two codes of an order. */
const codesOf = (order: number) =>
  [2 * order, 2 * order + 1].map((number) =>
    Array.from({ length: 8 }, (_, place) => ALPHABET[Math.floor(number / 32 ** place) % 32]).join(''),
  );

/** Numbers below 1 that are the same in each run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A request, as the model knows it. */
interface Known {
  requestId: string;
  manageToken: string | null;
  expiresAt: number;
  state: 'open' | 'answered' | 'taken';
}

describe.each(engines)('a code on %s', (engine) => {
  let pastes: TestPastes;
  let publicKey: PublicJwk;
  let answerText: string;
  useTestPastes(engine, async (opened) => {
    pastes = opened;
    ({ publicKey } = await createRequestKeys());
    answerText = await sealAnswer({ content: 'the secret' }, publicKey);
  });
  beforeEach(() => pastes.db.write(['secret_requests', 'pastes'].map((table) => ({ sql: `DELETE FROM ${table}`, params: [] }))));

  /** Services of pastes keep nothing, so that all processes of a time may share them. */
  const pastesAt = (now: number) => known.get(now) ?? (known.set(now, pastes.at(now)).get(now) as ReturnType<typeof pastes.at>);
  const known = new Map<number, ReturnType<typeof pastes.at>>();

  /** A web process that starts now: it knows nothing but the database. */
  function start(now: number) {
    const db = { ...pastes.db, dialect: { ...pastes.db.dialect, now: String(now) } };
    const { service, recorders } = pastesAt(now);
    const repository = createSecretRequestRepository(db, pastes.keyring, RECEIPT_DAYS * DAY_MS, createOpenEach(db), recorders);
    const requests = createSecretRequestService(repository, service, OPEN_POLICY);
    return {
      ask: (code: string) =>
        requests.create(null, { publicKey, label: '', ttlSeconds: MAX_CODE_SECONDS, maxAnswers: 1, burnAfterRead: true, code }),
      type: (code: string) => requests.findByCode(code),
      answer: (requestId: string) => requests.answer(requestId, async (sink) => void (await sink(Buffer.from(answerText)))),
      listAnswers: requests.listAnswers,
      read: async (publicId: string) => contentOf(await service.read(publicId)),
    };
  }

  /** Does random things to two codes, each as the model expects. @returns what was done */
  async function play(order: number): Promise<string[]> {
    const random = createRandom(order);
    const known = new Map<string, Known>();
    const done: string[] = [];
    let now = ASKED_AT;
    let web = start(now);

    const steps: Record<string, (code: string, request?: Known) => Promise<unknown>> = {
      async make(code, request) {
        if (request && request.expiresAt > now) return expect(web.ask(code)).rejects.toThrow(CodeTakenError);
        const { requestId, manageToken } = await web.ask(code);
        known.set(code, { requestId, manageToken, expiresAt: now + TTL_MS, state: 'open' });
      },
      async type(code, request) {
        if (request?.state !== 'open' || request.expiresAt <= now) return expect(web.type(code)).rejects.toThrow(NotFoundError);
        expect(await web.type(code)).toMatchObject({ requestId: request.requestId, publicKey });
      },
      async send(_, request) {
        if (!request) return;
        const answered = web.answer(request.requestId);
        if (request.state !== 'open') return expect(answered).rejects.toThrow(request.expiresAt > now ? RequestFullError : NotFoundError);
        if (request.expiresAt <= now) return expect(answered).rejects.toThrow(NotFoundError);
        await answered;
        request.state = 'answered';
      },
      async take(_, request) {
        if (!request) return;
        const { answers } = await web.listAnswers(request.requestId, { principal: null, manageToken: request.manageToken });
        expect(answers).toHaveLength(request.state === 'open' ? 0 : 1);
        const [answer] = answers;
        if (!answer?.publicId) return;
        if (answer.state !== 'created') return expect(web.read(answer.publicId)).rejects.toThrow(NotFoundError);
        expect(request.state).toBe('answered');
        expect(await web.read(answer.publicId)).toBe(answerText);
        await expect(web.read(answer.publicId)).rejects.toThrow(NotFoundError);
        request.state = 'taken';
      },
      async wait() {
        now += TTL_MS / 2;
        web = start(now);
      },
      async kill() {
        web = start(now);
      },
    };
    const names = Object.keys(steps);
    for (let step = 0; step < STEPS; step++) {
      const code = codesOf(order)[Math.floor(random() * 2)] as string;
      const name = step === 0 ? 'make' : (names[Math.floor(random() * names.length)] as string);
      await steps[name]?.(code, known.get(code));
      done.push(name);
    }
    return done;
  }

  it('keeps its promise in random orders of make, type, send, take, wait and kill', async () => {
    for (let first = 0; first < ordersOn(engine); first += TOGETHER)
      await Promise.all(Array.from({ length: TOGETHER }, (_, index) => play(first + index)));
  });

  it('of ten requests at once with one code one gets it, also an expired one’s', async () => {
    for (const now of [ASKED_AT, ASKED_AT + TTL_MS]) {
      const told = await Promise.allSettled(Array.from({ length: 10 }, () => start(now).ask('7KQ4M2XP')));
      const won = told.flatMap((each) => (each.status === 'fulfilled' ? [each.value.requestId] : []));
      expect([won.length, (await start(now).type('7KQ4M2XP')).requestId]).toEqual([1, won[0]]);
    }
    await expect(start(ASKED_AT + 2 * TTL_MS - 1).ask('7KQ4M2XP')).rejects.toThrow(CodeTakenError);
    await expect(start(ASKED_AT + 2 * TTL_MS).type('7KQ4M2XP')).rejects.toThrow(NotFoundError);
  });

  it('is nowhere in the database', async () => {
    await start(ASKED_AT).ask('7KQ4M2XP');
    const rows = await Promise.all(['secret_requests', 'request_codes'].map((table) => pastes.db.read(`SELECT * FROM ${table}`)));
    const stored = rows.flat().flatMap((row) => Object.values(row));
    expect(stored.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value))).join()).not.toMatch(
      /7KQ4M2XP/i,
    );
  });
});
