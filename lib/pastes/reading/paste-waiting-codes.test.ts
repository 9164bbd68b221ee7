/** Burn pastes for the reader of one mailbox, with a real mail server. Tests set the clock. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../encoding/sha256';
import { NotFoundError } from '../../http/errors';
import { createRateLimiter } from '../../http/rate-limit';
import { inLanguage } from '../../locales/current-language';
import { CODE_MS, UNASKED_MAILS_PER_DAY } from '../../mail/mail.rules';
import { NOBODY, newToken, shows } from '../../testing/credentials';
import { engines } from '../../testing/test-database';
import { openTestMail, type TestMail } from '../../testing/test-mail';
import { contentOf, store } from '../../testing/test-pastes';
import { NOON } from '../../testing/users';
import { SealBrokenError } from '../../vault/vault';
import {
  ApprovalRequiredError,
  NotWaitingError,
  RefusedError,
  TooManyCodesError,
  TooManyWaitingError,
  WrongCodeError,
} from '../paste.errors';
import { isWaiting } from './paste-waiting';

const CARLA = 'carla@example.org';
const UNLIMITED = { consume: async () => null };
const OTHERS = ['000000', '111111', '222222', '333333', '444444', '555555', '666666'];

describe.each(engines)('a burn paste for one mailbox on %s', (engine) => {
  let mail: TestMail;
  /** Switched on by the tests about it. */
  let isLimited = false;
  beforeAll(async () => {
    const byAddress = createRateLimiter('mail-address', UNASKED_MAILS_PER_DAY, { kind: 'memory' });
    const address = { consume: async (identity: string) => (isLimited ? byAddress.consume(identity) : null) };
    mail = await openTestMail(engine, { address, account: UNLIMITED });
  });
  afterAll(() => mail.close());
  beforeEach(async () => {
    isLimited = false;
    await mail.clear();
  });

  const at = (ms: number) => mail.at(NOON + ms);
  const create = (recipient = CARLA) => store(at(0).pastes, 'a secret', { burnAfterRead: true, recipient, owner: mail.anna });
  const ask = (publicId: string, claim: string, ms = 0) => at(ms).pastes.claim(publicId, claim, shows(), 'Firefox, Windows');
  const type = (publicId: string, claim: string, code: string, ms = 1) => at(ms).pastes.typeCode(publicId, claim, code, shows());
  const asOwner = () => ({ ...NOBODY, principal: mail.anna, releaseToken: null });
  const listed = async (publicId: string, ms = 1) => (await at(ms).pastes.listWaiting(publicId, asOwner())).recipient;
  const firstLine = (index: number) => mail.server.taken[index]?.parts['text/plain']?.split(/\r?\n/)[0] ?? '';

  /** Asks, and reads the code from the mail. */
  async function mailed(publicId: string, claim: string, ms = 0): Promise<string> {
    const before = mail.server.taken.length;
    await ask(publicId, claim, ms);
    await at(ms).sendCodes();
    expect(mail.server.taken).toHaveLength(before + 1);
    return firstLine(before);
  }
  const wrong = (code: string) => OTHERS.filter((other) => other !== code);

  it('opens for the claim whose code was mailed, and for no other', async () => {
    const { publicId } = await create();
    const [claim, other] = [newToken(), newToken()];
    const mine = await mailed(publicId, claim);
    expect(await ask(publicId, claim)).toMatchObject({ state: 'waiting', code: null, expiresAt: NOON + CODE_MS });
    const code = await mailed(publicId, other);
    expect(code).toMatch(/^\d{6}$/);
    await expect(at(1).pastes.read(publicId)).rejects.toThrow(ApprovalRequiredError);
    await expect(type(publicId, newToken(), code)).rejects.toThrow(NotWaitingError);
    if (mine !== code) await expect(type(publicId, claim, code)).rejects.toThrow(WrongCodeError);
    expect(await type(publicId, claim, mine, 2)).toMatchObject({ publicId, title: '' });
    // A lost response: the same request again, and the claim by itself, give the same.
    for (const again of [type(publicId, claim, mine, 3), ask(publicId, claim, 3)]) expect(await again).toMatchObject({ publicId });
    await expect(type(publicId, other, code, 4)).rejects.toThrow(NotFoundError);
    expect(await contentOf(await at(5).pastes.read(publicId, shows({ claim })))).toBe('a secret');
  });

  it('the mail has the code first, in its reader’s language, and no link', async () => {
    const { publicId } = await create();
    await inLanguage('de', () => ask(publicId, newToken()));
    await at(0).sendCodes();
    const [sent] = mail.server.taken;
    expect(sent).toMatchObject({ to: CARLA, headers: { 'auto-submitted': 'auto-generated' } });
    expect(sent?.headers.subject).toBe('Paste & Co: Ihr Code');
    expect(sent?.headers['list-unsubscribe']).toBeUndefined();
    expect(sent?.parts['text/html']).toContain(`<p>${firstLine(0)}</p>`);
    expect(sent?.headers.subject).not.toContain(firstLine(0));
    for (const hidden of [publicId, 'http', 'href', 'a secret', 'anna']) expect(sent?.raw).not.toContain(hidden);
  });

  it('of fifty simultaneous tries five count, and the last refuses the claim', async () => {
    const { publicId } = await create();
    await mail.confirmed(mail.anna);
    const claim = newToken();
    const [bad = ''] = wrong(await mailed(publicId, claim));
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => type(publicId, claim, bad)));
    const errors = tries.map((each) => (each.status === 'rejected' ? each.reason : null));
    expect(errors.filter((error) => error instanceof WrongCodeError)).toHaveLength(4);
    expect(errors.filter((error) => error instanceof RefusedError)).toHaveLength(46);
    expect(await mail.rows('SELECT tries FROM waiting_claims')).toEqual([{ tries: 5 }]);
    await expect(type(publicId, claim, firstLine(0), 2)).rejects.toThrow(RefusedError);
    await expect(ask(publicId, claim, 3)).rejects.toThrow(RefusedError);
    expect(await listed(publicId)).toEqual({ address: CARLA, claims: [expect.objectContaining({ state: 'wrong_codes' })] });
    await at(2).send();
    expect(mail.server.taken.slice(1).map(({ to, parts }) => [to, parts['text/plain']?.includes(`/manage/${publicId}`)])).toEqual([
      ['anna@example.net', true],
    ]);
    const again = newToken();
    expect(await type(publicId, again, await mailed(publicId, again, 4), 5)).toMatchObject({ publicId });
  });

  it('a right code that is typed fifty times at once claims once', async () => {
    const { publicId } = await create();
    const claim = newToken();
    const code = await mailed(publicId, claim);
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => type(publicId, claim, code)));
    expect(tries.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    for (const each of tries) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(NotFoundError);
    expect(await contentOf(await at(2).pastes.read(publicId, shows({ claim })))).toBe('a secret');
  });

  it('a claim sent fifty times gets one mail, also from a worker that died sending', async () => {
    const { publicId } = await create();
    const claim = newToken();
    await Promise.all(Array.from({ length: 50 }, () => ask(publicId, claim)));
    expect(await mail.rows('SELECT id FROM code_mails')).toHaveLength(1);
    const { jobs } = await at(0).codes.queue.claim(10);
    for (const job of jobs) await at(0).codes.attempt(job);
    await at(120_000).sendCodes();
    expect(mail.server.taken).toHaveLength(1);
    expect(await mail.rows('SELECT status FROM code_mails')).toEqual([{ status: 'cancelled' }]);
  });

  it('a code works for ten minutes; the reader who asks again then gets another', async () => {
    const { publicId } = await create();
    const claim = newToken();
    const first = await mailed(publicId, claim);
    const [bad = ''] = wrong(first);
    await expect(type(publicId, claim, bad, CODE_MS - 1)).rejects.toMatchObject({ options: { fields: { triesLeft: 4 } } });
    await expect(type(publicId, claim, first, CODE_MS)).rejects.toThrow(NotWaitingError);
    await expect(at(CODE_MS).pastes.claim(publicId, claim, shows(), null, true)).rejects.toThrow(NotWaitingError);
    const second = await mailed(publicId, claim, CODE_MS);
    if (second !== first) await expect(type(publicId, claim, first, CODE_MS + 1)).rejects.toThrow(WrongCodeError);
    expect(await type(publicId, claim, second, 2 * CODE_MS - 1)).toMatchObject({ publicId });
  });

  it('a mail that the server puts off is not sent after its code has ended', async () => {
    const { publicId } = await create();
    mail.server.behave(({ at: step }) => (step === 'to' ? '450 4.2.0 later' : undefined));
    await ask(publicId, newToken());
    await at(0).sendCodes();
    mail.server.behave(() => undefined);
    await at(CODE_MS).sendCodes();
    expect(mail.server.taken).toEqual([]);
  });

  it('an address gets three mails a day, whoever asks and however it is written', async () => {
    isLimited = true;
    const [one, other] = [await create('dora@example.org'), await create('DORA@example.org')];
    for (const { publicId } of [one, other, one]) await ask(publicId, newToken());
    await expect(ask(other.publicId, newToken())).rejects.toThrow(TooManyCodesError);
    expect(await mail.rows('SELECT id FROM code_mails')).toHaveLength(3);
    expect((await listed(other.publicId))?.claims).toHaveLength(1);
  });

  it('five wait at once, and the sixth costs the recipient no mail', async () => {
    const { publicId } = await create();
    for (let index = 0; index < 5; index++) await ask(publicId, newToken());
    await expect(ask(publicId, newToken())).rejects.toThrow(TooManyWaitingError);
    expect(await mail.rows('SELECT id FROM code_mails')).toHaveLength(5);
  });

  it.each(['550 5.1.1 no such user', '554 5.7.1 not wanted'])('%s refuses the claim, and its owner learns that', async (refusal) => {
    const { publicId } = await create();
    await mail.confirmed(mail.anna);
    const claim = newToken();
    await ask(publicId, claim);
    mail.server.behave(({ at: step, address }) => (step === 'to' && address === CARLA ? `${refusal} <${CARLA}>` : undefined));
    await at(1).sendCodes();
    await expect(ask(publicId, claim, 2)).rejects.toThrow(RefusedError);
    expect(await listed(publicId, 2)).toEqual({ address: CARLA, claims: [expect.objectContaining({ state: 'undeliverable' })] });
    await at(2).send();
    expect(mail.server.taken.map(({ to }) => to)).toEqual(['anna@example.net']);
    expect(mail.server.taken[0]?.raw).not.toContain('carla');
    expect(JSON.stringify(mail.lines)).not.toContain('carla');
    expect(JSON.stringify(await mail.rows('SELECT * FROM code_mails'))).not.toContain('carla');
  });

  it('the database has neither code nor address, which its owner alone is told', async () => {
    const { publicId } = await create();
    const claim = newToken();
    const code = await mailed(publicId, claim);
    const tables = await Promise.all(['pastes', 'waiting_claims', 'code_mails'].map((table) => mail.rows(`SELECT * FROM ${table}`)));
    const text = tables
      .flat()
      .flatMap((row) => Object.values(row))
      .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)));
    for (const secret of [code, CARLA, sha256(code).toString('latin1')]) expect(text.filter((value) => value.includes(secret))).toEqual([]);
    const byToken = { ...NOBODY, releaseToken: newToken() };
    await expect(at(1).pastes.listWaiting(publicId, byToken)).rejects.toThrow();
    await type(publicId, claim, code);
    expect(JSON.stringify((await at(2).pastes.read(publicId, shows({ claim }))).paste)).not.toContain('carla');
  });

  it('a row whose recipient was removed or exchanged gives nothing', async () => {
    const mine = await create();
    const [{ id } = {}] = await mail.rows('SELECT id FROM pastes');
    const other = await create('eve@example.org');
    await mail.run(
      `UPDATE pastes SET recipient_sealed = (SELECT o.recipient_sealed FROM pastes o WHERE o.id <> '${id}') WHERE id = '${id}'`,
    );
    await expect(ask(mine.publicId, newToken())).rejects.toThrow(SealBrokenError);
    await mail.run('UPDATE pastes SET recipient_sealed = NULL');
    for (const { publicId } of [mine, other]) await expect(ask(publicId, newToken())).rejects.toThrow(SealBrokenError);
    expect(await mail.rows('SELECT id FROM pastes WHERE claim_hash IS NOT NULL')).toEqual([]);
  });

  it('recipients of a disabled owner get no mail', async () => {
    const { publicId } = await create();
    expect(isWaiting(await at(0).pastes.claim(publicId, newToken(), shows()))).toBe(true);
    await mail.run(`UPDATE users SET disabled_at = 0 WHERE id = ${mail.anna.userId}`);
    await at(1).sendCodes();
    await mail.run('UPDATE users SET disabled_at = NULL');
    expect(mail.server.taken).toEqual([]);
  });
});
