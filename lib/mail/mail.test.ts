/** From an address to a mail in a real mailbox server, on both databases. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createReportRecorder } from '../accounts/administrators';
import { engines } from '../testing/test-database';
import { openTestMail, type TestMail, tokenIn } from '../testing/test-mail';
import { store } from '../testing/test-pastes';
import { BASE_URL, NOON } from '../testing/users';
import { MailAddressError } from './mail.errors';
import {
  CHOSEN_MAIL_KINDS,
  CONFIRM_TTL_MS,
  KEEP_MAILS_MS,
  MAX_MAIL_AGE_MS,
  MAX_MAIL_ATTEMPTS,
  MAX_MAIL_CONNECTIONS,
  MAX_WAITING_MAILS,
} from './mail.rules';
import { MAILBOXES } from './mail-receivers';
import { createWorkerAlarm } from './worker-alarm';

const ALL = { kinds: CHOSEN_MAIL_KINDS, language: 'en' };
const HOUR_MS = 3_600_000;

describe.each(engines)('mail on %s', (engine) => {
  let mail: TestMail;
  beforeAll(async () => {
    mail = await openTestMail(engine);
  });
  beforeEach(() => mail.clear());
  afterAll(() => mail?.close());

  const subjects = () => mail.server.taken.map(({ to, headers }) => `${to}: ${headers.subject?.replace('Paste & Co: ', '')}`);
  const stateOf = async (owner = mail.anna) => (await mail.service.find(owner))?.state;
  const statuses = async () => (await mail.rows('SELECT status FROM mails ORDER BY id')).map(({ status }) => status);
  /** Stores a burn paste of the owner, and reads it. */
  async function openPaste(fields: Parameters<typeof store>[2] = {}, { pastes } = mail) {
    const { publicId } = await store(pastes, 'content-canary', { owner: mail.anna, burnAfterRead: true, ...fields });
    await pastes.read(publicId);
    return publicId;
  }

  describe('an address', () => {
    it('gets nothing but the request to confirm it, until the link in it was used', async () => {
      expect(await mail.service.save(mail.anna, ' anna@Example.net ', ALL)).toMatchObject({ state: 'waiting' });
      await openPaste();
      await mail.send();
      expect(subjects()).toEqual(['anna@example.net: Confirm your address']);
      const token = tokenIn(mail.server.taken[0]?.parts['text/plain'], 'confirm');
      expect(await mail.service.readLink('confirm', token)).toEqual({ address: 'anna@example.net', userName: 'anna' });
      expect(await stateOf()).toEqual('waiting');
      expect(await mail.service.follow('confirm', token)).toBe(true);
      await openPaste();
      await mail.send();
      expect(subjects()).toEqual(['anna@example.net: Confirm your address', 'anna@example.net: Paste opened and deleted']);
    });

    it.each([
      ['is confirmed by the link until an hour has passed', CONFIRM_TTL_MS - 1, true],
      ['is not confirmed by the link after an hour', CONFIRM_TTL_MS, false],
    ])('%s', async (_, passedMs, isConfirmed) => {
      await mail.service.save(mail.anna, 'anna@example.net', ALL);
      await mail.send();
      const token = tokenIn(mail.server.taken[0]?.parts['text/plain'], 'confirm');
      expect(await mail.at(NOON + passedMs).service.follow('confirm', token)).toBe(isConfirmed);
    });

    it('is confirmed by no link of another address, purpose or maker', async () => {
      await mail.service.save(mail.anna, 'first@example.net', ALL);
      await mail.send();
      const text = mail.server.taken[0]?.parts['text/plain'];
      const token = tokenIn(text, 'confirm');
      await mail.service.save(mail.anna, 'second@example.net', ALL);
      const forged = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
      for (const one of [token, forged, tokenIn(text, 'unsubscribe'), '', '1-1-x-y']) {
        expect(await mail.service.follow('confirm', one)).toBe(false);
        expect(await mail.service.readLink('confirm', one)).toBeNull();
      }
      expect(await stateOf()).toBe('waiting');
    });

    it('that the identity provider vouches for needs no link', async () => {
      expect(await mail.service.save(mail.anna, 'Anna@example.net', ALL, ['anna@EXAMPLE.net'])).toMatchObject({ state: 'confirmed' });
      await openPaste();
      await mail.send();
      expect(subjects()).toEqual(['Anna@example.net: Paste opened and deleted']);
    });

    it('is asked once at a time, and once it is too late not at all', async () => {
      await mail.service.save(mail.anna, 'anna@example.net', ALL);
      expect(await mail.service.confirmAgain(mail.anna)).toBe('asked');
      await mail.at(NOON + CONFIRM_TTL_MS).send();
      expect(await statuses()).toEqual(['cancelled']);
      expect(mail.server.taken).toEqual([]);
    });

    it('asked again within the hour ends the link before', async () => {
      await mail.service.save(mail.anna, 'anna@example.net', ALL);
      await mail.send();
      const before = tokenIn(mail.server.taken[0]?.parts['text/plain'], 'confirm');
      const later = mail.at(NOON + HOUR_MS / 2);
      expect(await later.service.confirmAgain(mail.anna)).toBe('asked');
      await later.send();
      const after = tokenIn(mail.server.taken[1]?.parts['text/plain'], 'confirm');
      expect([await later.service.follow('confirm', before), await later.service.follow('confirm', after)]).toEqual([false, true]);
    });

    it.each([
      '',
      'anna',
      'anna@',
      '@example.net',
      'a b@example.net',
      'a@b\r\nBcc: c@d',
      'a@b, c@d',
      '<a@b>',
      'a@example.net/x',
      'a@example.net?x=y',
      'a@example.net#x',
      'a@example.net:25',
      `${'a'.repeat(250)}@example.net`,
    ])('that is none is refused: %j', async (address) => {
      await expect(mail.service.save(mail.anna, address, ALL)).rejects.toThrow(MailAddressError);
    });

    it('of a name with other letters is written as the mail server takes it', async () => {
      await mail.service.save(mail.anna, 'anna@bücher.example', ALL);
      expect((await mail.service.find(mail.anna))?.address).toBe('anna@xn--bcher-kva.example');
    });

    it('stands nowhere in the database or the log in clear', async () => {
      await mail.confirmed(mail.anna, 'secret-canary@example.net');
      mail.server.behave(({ at, address }) => (at === 'to' ? `450 4.2.0 <${address}>: later` : undefined));
      await openPaste();
      await mail.send();
      const stored = JSON.stringify([await mail.rows('SELECT * FROM mailboxes'), await mail.rows('SELECT * FROM mails')], (_, value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
      );
      expect(stored).toContain('later');
      expect(stored + JSON.stringify(mail.lines)).not.toContain('secret-canary');
    });

    it('that nobody confirms is forgotten after a week', async () => {
      await mail.service.save(mail.anna, 'anna@example.net', ALL);
      await mail.confirmed(mail.bert, 'bert@example.net');
      await mail.at(NOON + KEEP_MAILS_MS - 1).repository.prune();
      expect(await mail.service.find(mail.anna)).not.toBeNull();
      await mail.at(NOON + KEEP_MAILS_MS).repository.prune();
      expect([await mail.service.find(mail.anna), await stateOf(mail.bert)]).toEqual([null, 'confirmed']);
    });
  });

  describe('ending all mails', () => {
    it('is not taken back by the link that had confirmed the address', async () => {
      await mail.service.save(mail.anna, 'anna@example.net', ALL);
      await mail.send();
      const text = mail.server.taken[0]?.parts['text/plain'];
      const token = tokenIn(text, 'confirm');
      expect([await mail.service.follow('confirm', token), await mail.service.follow('confirm', token)]).toEqual([true, true]);
      expect(await mail.service.follow('unsubscribe', tokenIn(text, 'unsubscribe'))).toBe(true);
      expect(await mail.service.follow('confirm', token)).toBe(false);
      expect(await stateOf()).toEqual('ended');
    });

    it('takes one request with the link of any mail, also for mails that wait', async () => {
      await mail.confirmed();
      await openPaste();
      await mail.send();
      const [first] = mail.server.taken;
      const url = /^<(.*)>$/.exec(first?.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
      expect(first?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
      expect(url.startsWith(`${BASE_URL}/account/mail/unsubscribe/`)).toBe(true);
      await openPaste();
      const token = tokenIn(url, 'unsubscribe');
      expect(await mail.service.follow('unsubscribe', token)).toBe(true);
      await openPaste();
      await mail.send();
      expect(mail.server.taken).toHaveLength(1);
      expect(await stateOf()).toEqual('ended');
      expect(await mail.service.follow('unsubscribe', token)).toBe(true);
      // Only another confirmation resumes them.
      await mail.service.save(mail.anna, 'anna@example.net', ALL);
      await openPaste();
      expect(await mail.service.confirmAgain(mail.anna)).toBe('asked');
      await mail.send();
      expect(subjects().slice(1)).toEqual(['anna@example.net: Confirm your address']);
      await mail.service.follow('confirm', tokenIn(mail.server.taken[1]?.parts['text/plain'], 'confirm'));
      expect(await stateOf()).toEqual('confirmed');
    });

    it('the link of an address from before ends nothing', async () => {
      await mail.confirmed();
      await openPaste();
      await mail.send();
      await mail.confirmed(mail.anna, 'other@example.net');
      expect(await mail.service.follow('unsubscribe', tokenIn(mail.server.taken[0]?.parts['text/plain'], 'unsubscribe'))).toBe(false);
      expect(await stateOf()).toEqual('confirmed');
    });
  });

  describe('events', () => {
    it('an opened burn paste is mailed to its owner only, once and without content', async () => {
      await mail.confirmed();
      await mail.confirmed(mail.bert, 'bert@example.net');
      const publicId = await openPaste({ title: 'the title' });
      await store(mail.pastes, 'text', { owner: mail.anna });
      const deleted = await store(mail.pastes, 'text', { owner: mail.anna, burnAfterRead: true });
      await mail.pastes.remove(deleted.publicId, { principal: mail.anna, manageToken: null });
      await mail.send();
      expect(subjects()).toEqual(['anna@example.net: Paste opened and deleted']);
      const { parts, raw } = mail.server.taken[0] as (typeof mail.server.taken)[0];
      expect(parts['text/plain']).toContain(`Paste opened and deleted\n\nthe title\n\n${BASE_URL}/view/${publicId}\n`);
      expect(parts['text/html']).toContain(`<a href="${BASE_URL}/view/${publicId}" dir="ltr">`);
      expect(raw).not.toMatch(/content-canary|<img|<script|http:/);
    });

    it('the last of several reads is mailed, and none before it', async () => {
      await mail.confirmed();
      const { publicId } = await store(mail.pastes, 'text', { owner: mail.anna, maxReads: 2 });
      await mail.pastes.read(publicId);
      expect(await statuses()).toEqual([]);
      await mail.pastes.read(publicId);
      expect(await statuses()).toEqual(['pending']);
    });

    it('a paste that expires within a day is mailed once', async () => {
      await mail.confirmed();
      const { publicId } = await store(mail.pastes, 'text', { owner: mail.anna, ttlSeconds: 3 * 86_400 });
      await mail.pastes.notifyExpiring();
      const late = mail.at(NOON + 2 * 86_400_000 + HOUR_MS);
      for (let time = 0; time < 2; time++) await late.pastes.notifyExpiring();
      await late.send();
      expect(subjects()).toEqual(['anna@example.net: Paste expires soon']);
      expect(mail.server.taken[0]?.parts['text/plain']).toContain(`2026-11-24 12:00 UTC`);
      expect(mail.server.taken[0]?.parts['text/plain']).toContain(`${BASE_URL}/manage/${publicId}`);
    });

    it('a title is escaped and has one line and no key; an encrypted one is left out', async () => {
      await mail.confirmed();
      const id = 'yTFk30gcJuVvqs9M2GbEeXnA';
      await openPaste({ title: `<b onload="x">&\r\nBcc: x@y \u202e ${BASE_URL}/view/${id}#key-canary` });
      await mail.send();
      await openPaste({ title: 'canary of the client', isE2ee: true });
      await mail.send();
      const [hostile, sealed] = mail.server.taken;
      expect(hostile?.parts['text/html']).toContain(`<p>&lt;b onload=&quot;x&quot;&gt;&amp; Bcc: x@y   ${BASE_URL}/view/${id}</p>`);
      expect(hostile?.parts['text/plain']).toContain(`\n<b onload="x">& Bcc: x@y   ${BASE_URL}/view/${id}\n`);
      expect(hostile?.headers).not.toHaveProperty('bcc');
      expect(sealed?.raw).not.toContain('canary');
    });

    it.each([
      ['de', 'ltr'],
      ['ar', 'rtl'],
    ])('mails are in the language of the account: %s', async (language, direction) => {
      await mail.confirmed(mail.anna, 'anna@example.net', language);
      await openPaste();
      await mail.send();
      const [sent] = mail.server.taken;
      expect(sent?.parts['text/html']).toContain(`<html lang="${language}" dir="${direction}">`);
      expect(sent?.parts['text/html']).not.toContain('Paste opened and deleted');
      expect(sent?.headers.subject).not.toContain('opened');
    });

    it('a kind that is switched off is not mailed, nor anything to a disabled owner', async () => {
      await mail.confirmed();
      await mail.service.save(mail.anna, 'anna@example.net', { kinds: ['answered'], language: 'en' });
      await openPaste();
      expect(await statuses()).toEqual([]);
      await mail.service.save(mail.anna, 'anna@example.net', ALL);
      await openPaste();
      await mail.run(`UPDATE users SET disabled_at = 1 WHERE id = ${mail.anna.userId}`);
      await openPaste();
      await mail.send();
      await mail.run('UPDATE users SET disabled_at = NULL');
      expect(await statuses()).toEqual(['cancelled']);
      expect(mail.server.taken).toEqual([]);
    });

    it('a mailbox in which a thousand mails wait gets no more until some are sent', async () => {
      const id = await mail.confirmed();
      await mail.run(`WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${MAX_WAITING_MAILS})
        INSERT INTO mails (id, mailbox_id, kind, status, next_retry_at, created_at) SELECT 'm' || CAST(number AS TEXT), ${id}, 'opened', 'pending', 1, 1 FROM numbers`);
      await openPaste();
      expect(await mail.rows("SELECT id FROM mails WHERE id NOT LIKE 'm%'")).toEqual([]);
      await mail.run("UPDATE mails SET next_retry_at = NULL WHERE id = 'm7'");
      await openPaste();
      expect(await mail.rows('SELECT id FROM mails WHERE next_retry_at IS NOT NULL')).toHaveLength(MAX_WAITING_MAILS);
    });
  });

  describe('administrators', () => {
    const DAY_MS = 24 * HOUR_MS;
    const report = async (id: string) => {
      const dialect = { ...mail.db.dialect, now: String(NOON) };
      await mail.db.write([
        { sql: `INSERT INTO reports (id, reason, body_sealed, created_at) VALUES (?, 'spam', '', 0)`, params: [id] },
        ...createReportRecorder(dialect, MAILBOXES, DAY_MS)(id),
      ]);
    };
    beforeEach(async () => {
      await mail.run(`UPDATE users SET promoted_at = 1 WHERE id = ${mail.anna.userId}`);
      await mail.confirmed();
      await mail.confirmed(mail.bert, 'bert@example.net');
    });

    it('are mailed of reports, one mail however many come', async () => {
      for (const id of ['r1', 'r2']) await report(id);
      await mail.send();
      expect(subjects()).toEqual(['anna@example.net: A paste was reported']);
    });

    it('learn from a web process that no worker runs, once a day until one runs again', async () => {
      let now = 0;
      let silentMs: number | null = null;
      const check = createWorkerAlarm({
        db: { ...mail.db, dialect: { ...mail.db.dialect, now: String(NOON) } },
        queue: mail.queue,
        attempt: mail.attempt,
        maxUnderWay: MAX_MAIL_CONNECTIONS,
        readSilence: async () => silentMs,
        maxAgeMs: DAY_MS,
        log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, fatal: () => undefined },
        clock: () => now,
      });
      const run = () => check(new AbortController().signal);
      await mail.service.sendTest(mail.bert);
      await run();
      now = 5 * 60_000 - 1;
      await run();
      expect(subjects()).toEqual([]);
      now += 1;
      silentMs = now;
      for (let time = 0; time < 3; time++) await run();
      // Mails of others wait for a worker.
      expect(subjects()).toEqual(['anna@example.net: No worker is running']);
      now += 60_000;
      silentMs = 1_000;
      await run();
      now += 10 * 60_000;
      silentMs = 6 * 60_000;
      await run();
      expect(subjects()).toHaveLength(2);
    });
  });

  describe('a mail server', () => {
    it('that is down for ten minutes loses no mail, and sends none twice', async () => {
      const mailboxes = Number(process.env.PROVE_MESSAGES ?? 60) / 10;
      const each = 10;
      await mail.run(`WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${mailboxes})
        INSERT INTO users (name, created_at) SELECT 'user' || CAST(number AS TEXT), 0 FROM numbers`);
      const users = await mail.rows("SELECT id FROM users WHERE name LIKE 'user%'");
      for (const { id } of users) await mail.confirmed({ userId: Number(id) }, `user${id}@example.net`);
      await mail.run(`WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${each})
        INSERT INTO mails (id, mailbox_id, kind, status, next_retry_at, created_at)
        SELECT 'm' || CAST(number AS TEXT) || '_' || CAST(m.id AS TEXT), m.id, 'test', 'pending', ${NOON}, ${NOON} FROM numbers, mailboxes m`);
      let clock = 0;
      mail.server.behave(({ at }) => (at === 'connect' ? '421 4.3.2 Not now' : undefined));
      const parts = mail.at(NOON);
      const queue = mail.behind(parts, () => clock);
      for (; clock <= 600_000; clock += 10_000) await parts.send(queue);
      // At most as many as may be under way, and then one each 20 s.
      expect(mail.server.connections.count).toBeLessThanOrEqual(MAX_MAIL_CONNECTIONS + 600 / 20 + 1);
      expect(mail.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
      expect(await mail.rows("SELECT id FROM mails WHERE status IN ('failed', 'cancelled') OR attempts > 0")).toEqual([]);
      mail.server.behave(() => undefined);
      clock += 20_000;
      const later = mail.at(NOON + 700_000);
      await later.send(mail.behind(later, () => clock));
      const ids = mail.server.taken.map(({ headers }) => headers['message-id']);
      expect(ids).toHaveLength(mailboxes * each);
      expect(new Set(ids).size).toBe(mailboxes * each);
      expect(mail.server.connections.most).toBeLessThanOrEqual(MAX_MAIL_CONNECTIONS);
      await mail.run("DELETE FROM users WHERE name LIKE 'user%'");
    });

    it('that takes nothing for days gets no more of a mail after three', async () => {
      await mail.confirmed();
      await mail.service.sendTest(mail.anna);
      mail.server.behave(({ at }) => (at === 'connect' ? '421 4.3.2 Not now' : undefined));
      await mail.at(NOON + MAX_MAIL_AGE_MS - 1).send();
      expect(await statuses()).toEqual(['retrying']);
      await mail.at(NOON + MAX_MAIL_AGE_MS + HOUR_MS).send();
      expect(await statuses()).toEqual(['failed']);
    });

    it('that puts a mail off gets it again later, a bounded number of times', async () => {
      await mail.confirmed();
      await mail.service.sendTest(mail.anna);
      mail.server.behave(({ at }) => (at === 'to' ? '450 4.2.0 Greylisted' : undefined));
      let now = NOON;
      for (let attempt = 1; attempt <= MAX_MAIL_ATTEMPTS; attempt++, now += 24 * HOUR_MS) {
        await mail.at(now).send();
        expect(await mail.rows('SELECT status, attempts, error FROM mails')).toEqual([
          { status: attempt < MAX_MAIL_ATTEMPTS ? 'retrying' : 'failed', attempts: attempt, error: 'RCPT TO: 450 4.2.0 Greylisted' },
        ]);
      }
    });

    it('that does not know an address ends the mails to it, and nobody else’s', async () => {
      await mail.confirmed();
      await mail.confirmed(mail.bert, 'bert@example.net');
      mail.server.behave(({ at, address }) => (at === 'to' && address.startsWith('anna') ? '550 5.1.1 User unknown' : undefined));
      for (const owner of [mail.anna, mail.bert]) await mail.service.sendTest(owner);
      await openPaste();
      await mail.send();
      expect(await stateOf()).toEqual('refused');
      expect(subjects()).toEqual(['bert@example.net: Test']);
      expect((await statuses()).toSorted()).toEqual(['cancelled', 'delivered', 'failed']);
    });

    it('gets a mail again under its id when the worker died before it recorded', async () => {
      await mail.confirmed();
      await mail.service.sendTest(mail.anna);
      const { jobs } = await mail.queue.claim(1);
      // The worker dies here: the server has the mail, and nothing is recorded.
      await mail.attempt(jobs[0] as (typeof jobs)[0]);
      await mail.at(NOON + 61_000).send();
      const ids = mail.server.taken.map(({ headers }) => headers['message-id']);
      expect(ids).toHaveLength(2);
      expect(new Set(ids).size).toBe(1);
      expect(mail.server.taken.map(({ headers }) => headers.date)).toEqual(Array(2).fill('Sat, 21 Nov 2026 12:00:00 +0000'));
      expect(mail.lines).toMatchObject([{ level: 'warn', message: expect.stringContaining('not recorded') }]);
      expect(await statuses()).toEqual(['delivered']);
    });
  });
});
