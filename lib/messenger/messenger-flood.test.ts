/** Many strangers who write to the bot must not slow down anybody else, on both engines. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutboxQueue } from '../outbox/outbox-queue';
import { explain, notingDatabase, wholeTable } from '../testing/plans';
import { engines } from '../testing/test-database';
import { MAX_ATTEMPTS, openTestMessenger, type TestMessenger } from '../testing/test-messenger';
import { store } from '../testing/test-pastes';
import { MAX_WAITING_ANSWERS_IN_ALL } from './messenger.rules';
import { CHATS } from './messenger-receivers';

const STRANGERS = 20_000;

describe.each(engines)('a flood of strangers on %s', (engine) => {
  let chats: TestMessenger;
  beforeAll(async () => {
    chats = await openTestMessenger(engine);
    await chats.run(`WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${STRANGERS})
      INSERT INTO messenger_chats (chat_id, title_sealed, is_active, created_at) SELECT 'stranger ' || CAST(number AS TEXT), '', TRUE, 0 FROM numbers`);
  });
  beforeEach(() => chats.run('DELETE FROM notification_queue'));
  afterAll(() => chats?.close());

  /** Queues replies to this many strangers, due longer than any other message. */
  const flood = (count: number) =>
    chats.run(`INSERT INTO notification_queue (id, chat_ref, kind, status, attempts, next_retry_at, created_at)
      SELECT 'answer ' || CAST(id AS TEXT), id, 'help', 'pending', 0, 0, 0 FROM messenger_chats WHERE chat_id LIKE 'stranger %' ORDER BY id LIMIT ${count}`);

  it('a flood of strangers lengthens no claim, which reads due messages by index only', async () => {
    await chats.link(7);
    await flood(STRANGERS);
    await store(chats.pastes, 'text', { owner: chats.anna });
    for (const analyze of [false, true]) {
      if (analyze) await chats.run('ANALYZE');
      const { noting, statements } = notingDatabase(chats.db);
      const { jobs } = await createOutboxQueue(noting, CHATS, MAX_ATTEMPTS).claim(10);
      expect(jobs).toHaveLength(10);
      expect(statements).toHaveLength(2);
      for (const statement of statements) {
        const plan = await explain(chats.db, statement);
        expect(plan).toContain('notification_queue_open_idx');
        expect(plan).not.toMatch(wholeTable(chats.db, 'notification_queue', 'j'));
        expect(plan).not.toMatch(wholeTable(chats.db, 'messenger_chats', 'r'));
      }
      // A claim looks at a hundred receivers at a time.
      const [look] = statements;
      expect(look && (await chats.db.read(look.sql, look.params))).toHaveLength(100);
    }
  });

  it('makes no look at what is due dearer when nothing is', async () => {
    const { noting, statements } = notingDatabase(chats.db);
    expect(await createOutboxQueue(noting, CHATS, MAX_ATTEMPTS).claim(10)).toEqual({ jobs: [], found: false });
    expect(statements).toHaveLength(1);
    const [look] = statements;
    expect(look && (await chats.db.read(look.sql, look.params))).toEqual([]);
  });

  it('leaves a linked chat its place in the first claim that comes upon it', async () => {
    await chats.link(7);
    // The linked chat comes after all strangers with waiting replies.
    await flood(MAX_WAITING_ANSWERS_IN_ALL - 50);
    await store(chats.pastes, 'text', { owner: chats.anna });
    const linked = await chats.rows("SELECT id FROM messenger_chats WHERE chat_id = '7'");
    const queue = createOutboxQueue(chats.db, CHATS, MAX_ATTEMPTS);
    let claims = 0;
    for (let isServed = false; !isServed; claims++) {
      const { jobs } = await queue.claim(10);
      isServed = jobs.some(({ receiverId }) => receiverId === linked[0]?.id);
      // All strangers together count as one owner.
      expect(new Set(jobs.map(({ ownerId }) => ownerId)).size).toBe(isServed ? 2 : 1);
    }
    expect(claims).toBeLessThanOrEqual(MAX_WAITING_ANSWERS_IN_ALL / 100 + 1);
  });
});
