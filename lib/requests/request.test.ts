/** Secret requests on both databases: how many answers they take, until when, who reads them, and what senders learn. */
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Database, NoRowError } from '../db/database';
import { DAY_MS } from '../encoding/time.rules';
import { createRequestKeys, type PrivateJwk, type PublicJwk } from '../envelope/answer-keys';
import { openAnswer } from '../envelope/answer-open';
import { sealAnswer } from '../envelope/answer-seal';
import { ForbiddenError, NotFoundError, UnauthorizedError, ValidationError } from '../http/errors';
import { openAnsweredRequest, openIdAndTitle } from '../outbox/event-paste';
import { KeyRequiredError } from '../pastes/paste.errors';
import { TooManyPastesError } from '../pastes/service/limits.errors';
import type { PastePolicy } from '../pastes/service/paste-policy';
import { OPEN_POLICY } from '../testing/open-policy';
import { engines } from '../testing/test-database';
import { contentOf, RECEIPT_DAYS, store, type TestPastes, useTestPastes } from '../testing/test-pastes';
import { createOpenEach } from '../vault/open-each';
import { AskerFullError, RequestFullError, TooManySecretRequestsError } from './request.errors';
import { createSecretRequestRepository } from './request.repository';
import { MAX_REQUESTS_PER_USER } from './request.rules';
import type { SecretRequestFields } from './request.schema';
import { createSecretRequestService } from './request.service';

const TTL_SECONDS = 3_600;
const TTL_MS = TTL_SECONDS * 1000;
/** ms since 1970, for a clock that can be set. */
const ASKED_AT = 1_000_000;
const KEPT_UNTIL = ASKED_AT + 2 * TTL_MS + RECEIPT_DAYS * DAY_MS;
const NOBODY = { principal: null, manageToken: null };

describe.each(engines)('a request on %s', (engine) => {
  let pastes: TestPastes;
  let publicKey: PublicJwk;
  let privateKey: PrivateJwk;
  let answerText: string;

  useTestPastes(engine, async (opened) => {
    pastes = opened;
    ({ publicKey, privateKey } = await createRequestKeys());
    answerText = await sealAnswer({ content: 'the secret' }, publicKey);
  });

  beforeEach(async () => {
    const tables = ['webhook_deliveries', 'secret_requests', 'burn_receipts', 'pastes'];
    await pastes.db.write(tables.map((table) => ({ sql: `DELETE FROM ${table}`, params: [] })));
  });

  /** The service at a time of the database's clock. */
  function at(
    now: number,
    policy: PastePolicy = OPEN_POLICY,
    create = pastes.at(now).service.create,
  ): ReturnType<typeof createSecretRequestService> {
    const db = { ...pastes.db, dialect: { ...pastes.db.dialect, now: String(now) } };
    const repository = createSecretRequestRepository(
      db,
      pastes.keyring,
      RECEIPT_DAYS * DAY_MS,
      createOpenEach(db),
      pastes.at(now).recorders,
    );
    return createSecretRequestService(repository, { create, removeAny: pastes.at(now).service.removeAny }, policy);
  }

  const fields = (given: Partial<SecretRequestFields> = {}): SecretRequestFields => ({
    publicKey,
    label: '',
    ttlSeconds: TTL_SECONDS,
    maxAnswers: 1,
    burnAfterRead: true,
    ...given,
  });
  const ask = (given: Partial<SecretRequestFields> = {}, owner: { userId: number } | null = null) =>
    at(ASKED_AT).create(owner, fields(given));
  const answer = (requestId: string, now = ASKED_AT + 1, text: string | string[] = answerText) =>
    at(now).answer(requestId, async (sink) => {
      for (const piece of [text].flat()) await sink(Buffer.from(piece));
    });
  const answerAgain = (requestId: string, key: string, now = ASKED_AT + 1) =>
    at(now).answer(requestId, async (sink) => void (await sink(Buffer.from(answerText))), key);
  const countOf = async (table: string) => (await pastes.db.read(`SELECT 1 AS one FROM ${table}`)).length;

  it('an answer that is sent again is stored once, even when the request has ended', async () => {
    const { requestId, manageToken } = await ask();
    const key = randomBytes(32).toString('base64url');
    const first = await answerAgain(requestId, key);
    expect(first).toMatchObject({ answersLeft: 0, receiptToken: key });
    expect(await answerAgain(requestId, key, ASKED_AT + 5)).toEqual(first);
    await at(ASKED_AT + 6).end(requestId, false, { principal: null, manageToken });
    expect(await answerAgain(requestId, key, ASKED_AT + 7)).toEqual(first);
    expect(await countOf('pastes')).toBe(1);
    expect(await at(ASKED_AT + 8).receipt(requestId, key)).toMatchObject({ state: 'created' });
    await expect(answerAgain(requestId, randomBytes(32).toString('base64url'))).rejects.toThrow(NotFoundError);
  });

  it('of ten equal answers at once one is stored, and all are told the same', async () => {
    const { requestId } = await ask({ maxAnswers: 5 });
    const key = randomBytes(32).toString('base64url');
    const told = await Promise.all(Array.from({ length: 10 }, () => answerAgain(requestId, key)));
    expect(new Set(told.map(({ createdAt, receiptToken }) => `${createdAt} ${receiptToken}`)).size).toBe(1);
    expect(await countOf('pastes')).toBe(1);
    expect(await at(ASKED_AT + 2).find(requestId)).toMatchObject({ answersLeft: 4 });
  });

  it('an answer that may be read again is stored once as well, without a receipt', async () => {
    const { requestId } = await ask({ maxAnswers: 5, burnAfterRead: false });
    const key = randomBytes(32).toString('base64url');
    expect(await answerAgain(requestId, key)).toMatchObject({ receiptToken: null, answersLeft: 4 });
    expect(await answerAgain(requestId, key)).toMatchObject({ receiptToken: null, answersLeft: 4 });
    expect(await countOf('pastes')).toBe(1);
  });

  it('an idempotency key that could be guessed is refused', async () => {
    const { requestId } = await ask();
    await expect(answerAgain(requestId, 'my-key')).rejects.toThrow(ValidationError);
    expect(await countOf('pastes')).toBe(0);
  });

  it('is answered, and its asker reads the answer once', async () => {
    const { requestId, manageToken } = await ask({ label: 'The password of the printer' });
    expect(await at(ASKED_AT).find(requestId)).toMatchObject({
      publicKey,
      label: 'The password of the printer',
      state: 'open',
      answersLeft: 1,
    });
    const given = await answer(requestId);
    expect(given).toEqual({
      createdAt: ASKED_AT + 1,
      expiresAt: ASKED_AT + 1 + TTL_MS,
      answersLeft: 0,
      receiptToken: expect.stringMatching(/^[\w-]{43}$/),
    });

    const { request, answers } = await at(ASKED_AT + 2).listAnswers(requestId, { principal: null, manageToken });
    expect(request).toMatchObject({ state: 'full', waitingAnswers: 1 });
    expect(answers).toEqual([{ publicId: expect.any(String), state: 'created', createdAt: ASKED_AT + 1, expiresAt: given.expiresAt }]);
    const publicId = String(answers[0]?.publicId);
    const { service } = pastes.at(ASKED_AT + 3);
    expect(await openAnswer(await contentOf(await service.read(publicId)), privateKey)).toMatchObject({ content: 'the secret' });
    await expect(service.read(publicId)).rejects.toThrow(NotFoundError);
    expect((await at(ASKED_AT + 4).listAnswers(requestId, { principal: null, manageToken })).answers).toEqual([
      { publicId, state: 'opened', createdAt: ASKED_AT + 1, expiresAt: null },
    ]);
  });

  it('reading an answer makes no room for another: a request counts those that came', async () => {
    const { requestId, manageToken } = await ask({ maxAnswers: 2 });
    const readAll = async (now: number) => {
      const { answers } = await at(now).listAnswers(requestId, { principal: null, manageToken });
      for (const { publicId, state } of answers) if (state === 'created') await pastes.at(now).service.read(String(publicId));
    };
    expect(await answer(requestId)).toMatchObject({ answersLeft: 1 });
    await readAll(ASKED_AT + 2);
    expect(await at(ASKED_AT + 3).find(requestId)).toMatchObject({ maxAnswers: 2, answersLeft: 1 });
    expect(await answer(requestId, ASKED_AT + 4)).toMatchObject({ answersLeft: 0 });
    await readAll(ASKED_AT + 5);
    const request = await at(ASKED_AT + 6).find(requestId);
    expect([request.state, request.answersLeft]).toEqual(['full', 0]);
    await expect(answer(requestId, ASKED_AT + 7)).rejects.toThrow(RequestFullError);
  });

  it('simultaneous answers fill a request exactly; the others hear that it is full', async () => {
    const { requestId } = await ask({ maxAnswers: 3 });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => answer(requestId)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(17);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(RequestFullError);
    expect([await countOf('pastes'), await countOf('secret_answers'), await countOf('burn_receipts')]).toEqual([3, 3, 3]);
    await expect(answer(requestId)).rejects.toThrow(RequestFullError);
  });

  it('refusing a late or repeated answer leaves no error in the database’s log', async () => {
    const errors: unknown[] = [];
    const write: Database['write'] = (statements) =>
      pastes.db.write(statements).catch((error: unknown) => {
        errors.push(error);
        throw error;
      });
    const { create } = pastes.at(ASKED_AT + 1, { ...pastes.db, write }).service;
    const { requestId } = await ask({ maxAnswers: 2 });
    /** Sends an answer during which another one comes and goes. */
    const beside = (other: () => Promise<unknown>, key: string | null) =>
      at(ASKED_AT + 1, OPEN_POLICY, create).answer(
        requestId,
        async (sink) => {
          await other();
          await sink(Buffer.from(answerText));
        },
        key,
      );
    const key = randomBytes(32).toString('base64url');
    expect(await beside(() => answerAgain(requestId, key), key)).toMatchObject({ receiptToken: key });
    await expect(beside(() => answer(requestId), null)).rejects.toThrow(RequestFullError);
    expect(errors).toEqual([expect.any(NoRowError), expect.any(NoRowError)]);
    expect(await countOf('secret_answers')).toBe(2);
  });

  it.each([
    ['', false],
    [', also when that was read meanwhile', true],
  ])('an answer of several pieces is not stored when another came first%s', async (_, isRead) => {
    const { requestId, manageToken } = await ask();
    const large = await sealAnswer({ content: randomBytes(600_000).toString('base64') }, publicKey);
    const late = at(ASKED_AT + 1).answer(requestId, async (sink) => {
      await sink(Buffer.from(large.slice(0, 500_000)));
      await answer(requestId);
      const { answers } = await at(ASKED_AT + 1).listAnswers(requestId, { principal: null, manageToken });
      if (isRead) await pastes.at(ASKED_AT + 1).service.read(String(answers[0]?.publicId));
      await sink(Buffer.from(large.slice(500_000)));
    });
    await expect(late).rejects.toThrow(RequestFullError);
    const left = isRead ? 0 : 1;
    expect([await countOf('pastes'), await countOf('paste_chunks'), await countOf('secret_answers')]).toEqual([left, left, 1]);
  });

  it('a request takes answers until its expiry, and then exists for its asker only', async () => {
    const [first, second] = [await ask({ maxAnswers: 2 }), await ask()];
    const end = ASKED_AT + TTL_MS;
    await answer(first.requestId, end - 1);
    await expect(answer(second.requestId, end)).rejects.toThrow(NotFoundError);
    await expect(at(end).find(second.requestId)).rejects.toThrow(NotFoundError);
    const credentials = { principal: null, manageToken: first.manageToken };
    expect(await at(end).listAnswers(first.requestId, credentials)).toMatchObject({
      request: { state: 'expired', waitingAnswers: 1, keptUntil: KEPT_UNTIL },
    });
    expect((await at(end - 1 + TTL_MS).listAnswers(first.requestId, credentials)).answers).toMatchObject([{ state: 'expired' }]);
    await at(KEPT_UNTIL - 1).prune();
    expect(await at(KEPT_UNTIL - 1).listAnswers(first.requestId, credentials)).toMatchObject({ request: { waitingAnswers: 0 } });
    await expect(at(KEPT_UNTIL).listAnswers(first.requestId, credentials)).rejects.toThrow(NotFoundError);
    expect([await at(KEPT_UNTIL).prune(), await at(KEPT_UNTIL).prune()]).toEqual([2, 0]);
    expect([await countOf('secret_requests'), await countOf('secret_answers')]).toEqual([0, 0]);
  });

  it('an ended request takes no more answers; those that wait stay unless told to go', async () => {
    const { requestId, manageToken } = await ask({ maxAnswers: 5 });
    const credentials = { principal: null, manageToken };
    await answer(requestId);
    await answer(requestId);
    expect(await at(ASKED_AT + 2).end(requestId, false, credentials)).toBe(0);
    await expect(answer(requestId, ASKED_AT + 3)).rejects.toThrow(NotFoundError);
    const { request, answers } = await at(ASKED_AT + 3).listAnswers(requestId, credentials);
    expect(request).toMatchObject({ state: 'ended', waitingAnswers: 2 });
    await pastes.at(ASKED_AT + 4).service.read(String(answers[0]?.publicId));
    expect(await at(ASKED_AT + 5).end(requestId, true, credentials)).toBe(1);
    expect(await at(ASKED_AT + 6).end(requestId, true, credentials)).toBe(0);
    const states = (await at(ASKED_AT + 7).listAnswers(requestId, credentials)).answers.map(({ state }) => state);
    expect(states.sort()).toEqual(['deleted', 'opened']);
  });

  it('an answer that meets the end of its request is stored or finds no request', async () => {
    const { requestId, manageToken } = await ask({ maxAnswers: 50 });
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 8 }, () => answer(requestId)),
      at(ASKED_AT + 1).end(requestId, false, { principal: null, manageToken }),
      ...Array.from({ length: 8 }, () => answer(requestId)),
      answer(requestId, ASKED_AT + TTL_MS),
    ]);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const reason of reasons) expect(reason).toBeInstanceOf(NotFoundError);
    const stored = outcomes.length - 1 - reasons.length;
    expect([await countOf('pastes'), await countOf('secret_answers')]).toEqual([stored, stored]);
  });

  it('tells its answers to nobody but its owner, or the holder of its manage token', async () => {
    const [owned, anonymous] = [await ask({}, pastes.anna), await ask()];
    expect(owned.manageToken).toBeNull();
    const now = at(ASKED_AT + 1);
    const both = [now.listAnswers, (requestId: string, credentials: typeof NOBODY) => now.end(requestId, true, credentials)];
    for (const operation of both) {
      for (const { requestId } of [owned, anonymous]) {
        await expect(operation(requestId, NOBODY)).rejects.toThrow(UnauthorizedError);
        await expect(operation(requestId, { principal: null, manageToken: 'x' as never })).rejects.toThrow(ForbiddenError);
        await expect(operation(requestId, { principal: pastes.bert as never, manageToken: null })).rejects.toThrow(ForbiddenError);
      }
      await expect(operation('x'.repeat(24), NOBODY)).rejects.toThrow(NotFoundError);
    }
    await now.listAnswers(owned.requestId, { principal: pastes.anna, manageToken: null });
    await now.listAnswers(anonymous.requestId, { principal: null, manageToken: anonymous.manageToken });
  });

  it('a user’s request makes the user’s pastes; a manage token manages other answers', async () => {
    const owned = await ask({}, pastes.bert);
    await answer(owned.requestId);
    expect(await pastes.at(ASKED_AT + 2).service.list(pastes.bert, 10, 0)).toMatchObject([
      { isE2ee: true, burnAfterRead: true, title: '' },
    ]);

    const { requestId, manageToken } = await ask();
    await answer(requestId);
    const { answers } = await at(ASKED_AT + 2).listAnswers(requestId, { principal: null, manageToken });
    const { service } = pastes.at(ASKED_AT + 3);
    const publicId = String(answers[0]?.publicId);
    await expect(service.remove(publicId, NOBODY)).rejects.toThrow(UnauthorizedError);
    await service.extend(publicId, 60, { principal: null, manageToken });
    await service.remove(publicId, { principal: null, manageToken });
  });

  it('of a user who was disabled takes no answers', async () => {
    const { requestId } = await ask({}, pastes.bert);
    const setDisabled = (value: string) =>
      pastes.db.write([{ sql: `UPDATE users SET disabled_at = ${value} WHERE id = ?`, params: [pastes.bert.userId] }]);
    await setDisabled('1');
    await expect(answer(requestId)).rejects.toThrow(NotFoundError);
    await setDisabled('NULL');
    await answer(requestId);
  });

  it('tells who answered when the answer was opened, and nobody else', async () => {
    const { requestId, manageToken } = await ask({ maxAnswers: 2 });
    const [{ receiptToken }, other] = [await answer(requestId), await answer(requestId, ASKED_AT + 2)];
    expect(await at(ASKED_AT + 3).receipt(requestId, receiptToken)).toEqual({
      state: 'created',
      createdAt: ASKED_AT + 1,
      at: ASKED_AT + 1,
    });
    const { answers } = await at(ASKED_AT + 3).listAnswers(requestId, { principal: null, manageToken });
    const first = answers.find(({ createdAt }) => createdAt === ASKED_AT + 1);
    await pastes.at(ASKED_AT + 4).service.read(String(first?.publicId));
    const opened = { state: 'opened', createdAt: ASKED_AT + 1, at: ASKED_AT + 4 };
    expect(await at(ASKED_AT + 5).receipt(requestId, receiptToken)).toEqual(opened);
    expect(await at(ASKED_AT + 5).receipt(requestId, other.receiptToken)).toMatchObject({ state: 'created' });
    // The request is kept as long as the last receipt.
    expect(await at(ASKED_AT + 3 + RECEIPT_DAYS * DAY_MS).receipt(requestId, receiptToken)).toEqual(opened);
    // Not a moment longer, even before cleanup comes.
    await expect(at(ASKED_AT + 4 + RECEIPT_DAYS * DAY_MS).receipt(requestId, receiptToken)).rejects.toThrow(NotFoundError);
    const { requestId: elsewhere } = await ask();
    for (const [id, token] of [
      [requestId, null],
      [requestId, 'x'],
      [requestId, manageToken],
      [elsewhere, receiptToken],
    ] as const)
      await expect(at(ASKED_AT + 5).receipt(id, token)).rejects.toThrow(NotFoundError);
  });

  it('whose answers may be read again and again gives no receipt', async () => {
    const { requestId, manageToken } = await ask({ burnAfterRead: false });
    expect(await answer(requestId)).toMatchObject({ receiptToken: null });
    const credentials = { principal: null, manageToken };
    const publicId = String((await at(ASKED_AT + 2).listAnswers(requestId, credentials)).answers[0]?.publicId);
    const { service } = pastes.at(ASKED_AT + 3);
    for (const _ of [1, 2]) expect(await contentOf(await service.read(publicId))).toBe(answerText);
    await service.remove(publicId, credentials);
    expect((await at(ASKED_AT + 4).listAnswers(requestId, credentials)).answers).toEqual([
      { publicId: null, state: 'deleted', createdAt: ASKED_AT + 1, expiresAt: null },
    ]);
    expect((await at(ASKED_AT + 1 + TTL_MS).listAnswers(requestId, credentials)).answers).toMatchObject([{ state: 'expired' }]);
  });

  it('is in its owner’s list, the newest first, with what waits', async () => {
    const [older, newer] = [await at(ASKED_AT).create(pastes.anna, fields()), await at(ASKED_AT + 1).create(pastes.anna, fields())];
    await at(ASKED_AT).create(pastes.bert, fields());
    await ask();
    await answer(older.requestId, ASKED_AT + 2);
    const listed = await at(ASKED_AT + 3).list(pastes.anna, 10, 0);
    expect(listed.map(({ requestId, waitingAnswers, state }) => [requestId, waitingAnswers, state])).toEqual([
      [newer.requestId, 0, 'open'],
      [older.requestId, 1, 'full'],
    ]);
    expect(await at(ASKED_AT + 3).list(pastes.anna, 1, 1)).toMatchObject([{ requestId: older.requestId }]);
  });

  it('is among at most so many of one user', async () => {
    await ask({}, pastes.bert);
    await pastes.db.write([
      {
        sql: `WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${MAX_REQUESTS_PER_USER})
          INSERT INTO secret_requests (id, lookup, id_sealed, owner_id, details_sealed, burn_after_read, max_answers, ttl_ms, created_at, expires_at, keep_until)
          SELECT 'r' || n, 'r' || n, r.id_sealed, r.owner_id, r.details_sealed, TRUE, 1, 1, 1, 1, ${KEPT_UNTIL} FROM numbers, secret_requests r`,
        params: [],
      },
    ]);
    await expect(ask({}, pastes.bert)).rejects.toThrow(TooManySecretRequestsError);
    await ask({}, pastes.anna);
  });

  it('is made under the rules for pastes: who may create, for how long, with room', async () => {
    await expect(at(ASKED_AT, { ...OPEN_POLICY, anonymousCreate: false }).create(null, fields())).rejects.toThrow(KeyRequiredError);
    await expect(at(ASKED_AT, { ...OPEN_POLICY, maxTtlSeconds: TTL_SECONDS - 1 }).create(null, fields())).rejects.toThrow(ValidationError);
    const { requestId } = await ask();
    // The operator lowered the limit later: the answer waits no longer than that.
    const short = await at(ASKED_AT, { ...OPEN_POLICY, maxTtlSeconds: 60 }).answer(
      requestId,
      async (sink) => void (await sink(Buffer.from(answerText))),
    );
    expect(short.expiresAt - short.createdAt).toBe(60_000);
  });

  it('whose asker has no room for a paste refuses the answer, and doesn’t count it', async () => {
    const { requestId } = await ask({}, pastes.anna);
    const full = at(ASKED_AT, OPEN_POLICY, async () => {
      throw new TooManyPastesError(7);
    });
    await expect(full.answer(requestId, async () => undefined)).rejects.toThrow(AskerFullError);
    expect(await at(ASKED_AT).find(requestId)).toMatchObject({ state: 'open', answersLeft: 1 });
  });

  it('refuses a key that is no point on the curve', async () => {
    await expect(ask({ publicKey: { ...publicKey, y: publicKey.x } })).rejects.toThrow(ValidationError);
  });

  it.each([
    ['a text', ['just a text']],
    ['an envelope for a link', ['eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..a.b.c']],
    ['a header without an end', ['eyJ', 'x'.repeat(3_000), 'x'.repeat(300_000)]],
    ['a header alone', ['eyJ']],
    ['nothing', []],
  ])('refuses %s, and stores nothing', async (_, pieces) => {
    const { requestId } = await ask();
    await expect(answer(requestId, ASKED_AT + 1, pieces)).rejects.toThrow(ValidationError);
    expect([await countOf('pastes'), (await at(ASKED_AT + 1).find(requestId)).answersLeft]).toEqual([0, 1]);
  });

  it('takes an answer however it arrives', async () => {
    const { requestId } = await ask({ maxAnswers: 2 });
    await answer(requestId, ASKED_AT + 1, [...answerText]);
    await answer(requestId, ASKED_AT + 1, [answerText.slice(0, 10), answerText.slice(10)]);
  });

  it('tells webhooks which request an answer is for, and the label, in each event', async () => {
    const { requestId } = await ask({ label: 'the password' }, pastes.anna);
    await answer(requestId);
    const [publicId = ''] = (await pastes.at(ASKED_AT + 2).service.list(pastes.anna, 1, 0)).map((paste) => paste.publicId);
    await pastes.at(ASKED_AT + 3).service.read(publicId);
    const events = await pastes.eventsOf(publicId);
    const told = events.map((row) => [row.event, openAnsweredRequest(pastes.keyring, row), openIdAndTitle(pastes.keyring, row).title]);
    expect(told).toEqual([
      ['paste.created', requestId, 'the password'],
      ['paste.deleted', requestId, 'the password'],
    ]);
  });

  it('tells a chat that names both events once of an answer, and of other pastes', async () => {
    const set = (columns: string) => pastes.db.write([{ sql: `UPDATE webhook_endpoints SET ${columns}`, params: [] }]);
    await set("on_answered = TRUE, format = 'slack'");
    const { requestId } = await ask({}, pastes.anna);
    await answer(requestId);
    await store(pastes.service, 'text', { owner: pastes.anna });
    const events = await pastes.db.read('SELECT event, request_id_sealed FROM webhook_deliveries ORDER BY event');
    expect(events.map(({ event, request_id_sealed }) => [event, request_id_sealed instanceof Uint8Array])).toEqual([
      ['paste.created', false],
      ['request.answered', true],
    ]);
    await set("on_answered = FALSE, format = 'standard'");
  });

  it('tells an owner who names it of an answer, once, and of nothing else', async () => {
    await pastes.db.write([{ sql: 'UPDATE webhook_endpoints SET on_answered = TRUE', params: [] }]);
    const key = randomBytes(32).toString('base64url');
    for (const owner of [pastes.anna, pastes.bert, null]) {
      const { requestId } = await ask({ maxAnswers: 2 }, owner);
      await answerAgain(requestId, key);
      await answerAgain(requestId, key);
    }
    await store(pastes.service, 'text', { owner: pastes.anna });
    const events = await pastes.db.read("SELECT event, request_id_sealed FROM webhook_deliveries WHERE event <> 'paste.created'");
    expect(events.map(({ event, request_id_sealed }) => [event, request_id_sealed instanceof Uint8Array])).toEqual([
      ['request.answered', true],
    ]);
    await pastes.db.write([{ sql: 'UPDATE webhook_endpoints SET on_answered = FALSE', params: [] }]);
  });

  it('is nowhere in the database by its id, its label or its public key', async () => {
    const { requestId, manageToken } = await ask({ label: 'The password of the printer' }, null);
    const given = await answer(requestId);
    const tables = ['secret_requests', 'secret_answers', 'pastes', 'burn_receipts'];
    const rows = await Promise.all(tables.map((table) => pastes.db.read(`SELECT * FROM ${table}`)));
    const stored = rows
      .flat()
      .flatMap((row) =>
        Object.values(row).map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value))),
      );
    for (const secret of [requestId, 'printer', publicKey.x, manageToken, given.receiptToken]) {
      expect(stored.filter((value) => value.includes(String(secret)))).toEqual([]);
    }
  });
});
