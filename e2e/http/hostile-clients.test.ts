/** Tests a real process against clients that send without end, very slowly, or bodies that are costly to parse. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { engines } from '#lib/testing/test-database';
import type { ErrorBody } from '../support/api';
import { peakGrowth } from '../support/memory';
import type { WebProcess } from '../support/processes';
import { withService } from '../support/service';
import { chunk, chunkedHead, connectRaw, parseAnswer, type RawConnection } from '../support/sockets';

const GIGABYTE = 2 ** 30;
const MEGABYTE = 2 ** 20;
const MAX_CONTENT_BYTES = 10 * MEGABYTE;
const MAX_GROWTH_BYTES = 50 * MEGABYTE;
const BLOCK_BYTES = 64 * 1024;
const MAX_CPU_SECONDS = 10;
/** Time from crossing the limit to the closed connection; generous, for a busy machine. */
const CLOSED_WITHIN_MS = 10_000;

/** Processor time that the process has used so far (proc(5): fields 14 and 15, in hundredths of a second). */
function cpuSecondsOf(web: WebProcess): number {
  const [user, system] = readFileSync(`/proc/${web.child.pid}/stat`, 'utf8').split(' ').slice(13, 15);
  return (Number(user) + Number(system)) / 100;
}

/**
 * Writes the block again and again until the other side has closed or `bytes` are sent. This process reads after each block, so
 * that it has the response before the reset, which discards unread bytes.
 * @returns the number of bytes sent
 */
async function flood({ socket, closed }: RawConnection, block: Buffer, bytes: number): Promise<number> {
  let sent = 0;
  let isClosed = false;
  const ended = closed.then(() => {
    isClosed = true;
  });
  while (sent < bytes && !isClosed && socket.writable) {
    sent += block.length;
    if (!socket.write(block)) await Promise.race([once(socket, 'drain').catch(() => undefined), ended]);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return sent - socket.writableLength;
}

const head = (lines: string) => `POST /api/v1/pastes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${lines}\r\n`;
const inChunks = (text: string) => chunk(text.repeat(Math.ceil(BLOCK_BYTES / text.length)));

describe.each(engines)('a client that hurts, on %s', (engine) => {
  const service = withService({ engine });
  // Requests that are refused before anything is stored are the same on either database.
  const isReference = engine === 'sqlite';

  beforeAll(async () => {
    if (!isReference) return;
    // These bodies are allowed. The process has then grown to its size, and further requests must not make it grow.
    await post(`{"content":"${'\\u0000'.repeat(MAX_CONTENT_BYTES)}"}`);
    await post(`{"content":"${'x'.repeat(MAX_CONTENT_BYTES)}"}`);
  });

  const post = (body: string) =>
    fetch(`${service.url}/api/v1/pastes`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  const countRows = async () => {
    const [row] = await service.db.read('SELECT (SELECT count(*) FROM pastes) AS pastes, (SELECT count(*) FROM paste_chunks) AS chunks');
    return { pastes: Number(row?.pastes), chunks: Number(row?.chunks) };
  };

  describe.runIf(isReference && platform() === 'linux')('by its size', () => {
    const declared = head(`Content-Length: ${GIGABYTE}\r\n`);
    it.each([
      ['1 GB in chunks', chunkedHead('/api/v1/pastes'), chunk('{"content":"'), inChunks('a')],
      ['1 GB as declared', declared, Buffer.from('{"content":"'), Buffer.alloc(BLOCK_BYTES, 'a')],
      ['1 GB of escapes', chunkedHead('/api/v1/pastes'), chunk('{"content":"'), inChunks('\\u0000')],
      ['1 GB to extend a paste', chunkedHead(`/api/v1/pastes/${'A'.repeat(24)}/extend`), chunk('{"ttlSeconds":1'), inChunks(' ')],
    ])('%s: 413, closed, no memory taken, nothing kept', async (_, headText, start, block) => {
      const before = await countRows();
      const growth = await peakGrowth(service.web, async () => {
        const connection = await connectRaw(service.url);
        connection.socket.write(headText);
        connection.socket.write(start);
        const sent = await flood(connection, block, GIGABYTE);
        // The server reads on for a while, so that the client can still read the error.
        expect(sent).toBeLessThan(GIGABYTE / 2);
        await vi.waitFor(() => expect(connection.socket.destroyed).toBe(true), { timeout: CLOSED_WITHIN_MS });
        const answer = parseAnswer(connection.received());
        expect(answer.status).toBe(413);
        expect(JSON.parse(answer.body)).toMatchObject({
          code: expect.stringMatching(/^(body|content)_too_large$/),
          details: [{ message: expect.stringContaining('at most') }],
        });
      });
      expect(growth).toBeLessThan(MAX_GROWTH_BYTES);
      expect(await countRows()).toEqual(before);
    });

    it('1 GB where 100 bytes were declared: none of the rest becomes anything', async () => {
      const before = await countRows();
      const growth = await peakGrowth(service.web, async () => {
        const connection = await connectRaw(service.url);
        connection.socket.write(`${head('Content-Length: 100\r\n')}{"content":"`);
        const sent = await flood(connection, Buffer.alloc(BLOCK_BYTES, 'a'), GIGABYTE);
        expect(sent).toBeLessThan(GIGABYTE / 2);
        await vi.waitFor(() => expect(connection.socket.destroyed).toBe(true), { timeout: CLOSED_WITHIN_MS });
        const statuses = connection.received().match(/^HTTP\/1\.1 \d+/gm) ?? [];
        expect(statuses.filter((status) => status !== 'HTTP/1.1 400')).toEqual([]);
      });
      expect(growth).toBeLessThan(MAX_GROWTH_BYTES);
      expect(await countRows()).toEqual(before);
    });

    it('20 at once, each with 1 GB, while others are served', async () => {
      const growth = await peakGrowth(service.web, async () => {
        const statuses = await Promise.all(
          Array.from({ length: 20 }, async () => {
            const connection = await connectRaw(service.url);
            connection.socket.write(chunkedHead('/api/v1/pastes'));
            connection.socket.write(chunk('{"content":"'));
            await flood(connection, inChunks('a'), GIGABYTE);
            await vi.waitFor(() => expect(connection.socket.destroyed).toBe(true), { timeout: CLOSED_WITHIN_MS * 2 });
            expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
            return parseAnswer(connection.received()).status;
          }),
        );
        expect(statuses).toEqual(Array(20).fill(413));
      });
      // Each of the 20 uploads holds a few pieces of bounded size in memory, each several times.
      expect(growth).toBeLessThan(4 * MAX_GROWTH_BYTES);
    });
  });

  it.runIf(isReference)('by sending 20 MB before it reads anything: it learns what was wrong', async () => {
    const body = `{"content":"${'x'.repeat(2 * MAX_CONTENT_BYTES)}"}`;
    const connection = await connectRaw(service.url);
    connection.socket.pause();
    connection.socket.write(`${head(`Content-Length: ${body.length}\r\n`)}${body}`);
    await vi.waitFor(() => expect(connection.socket.writableLength).toBe(0), { timeout: CLOSED_WITHIN_MS });
    connection.socket.resume();
    await vi.waitFor(() => expect(connection.received()).toContain('Payload Too Large'), { timeout: CLOSED_WITHIN_MS });
    connection.socket.destroy();
  });

  it.each([
    [
      'in the middle of the content',
      `${chunkedHead('/api/v1/pastes')}`,
      [chunk('{"content":"'), inChunks('a'), inChunks('a'), inChunks('a'), inChunks('a'), inChunks('a')],
    ],
    ['after less than it declared', head('Content-Length: 5000000\r\n'), [Buffer.from(`{"content":"${'x'.repeat(1_000_000)}`)]],
    ['after the content, before the end', chunkedHead('/api/v1/pastes'), [chunk(`{"content":"${'x'.repeat(1_000_000)}"`)]],
  ])('by going away %s: leaves nothing behind', async (_, headText, parts) => {
    const before = await countRows();
    const { socket } = await connectRaw(service.url);
    socket.write(headText);
    for (const part of parts) socket.write(part);
    // Once the first pieces are in the database, an upload could leave something behind.
    await vi.waitFor(async () => expect((await countRows()).chunks).toBeGreaterThan(before.chunks));
    socket.destroy();
    await vi.waitFor(async () => expect(await countRows()).toEqual(before));
  });

  it.runIf(isReference).each([
    ['depth 100,000', `{"content":"x","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
    ['10 MB of controls as escapes', `{"content":"${'\\u0001'.repeat(MAX_CONTENT_BYTES)}"}`, 201],
    ['10 MB of content and then an error', `{"content":"${'x'.repeat(MAX_CONTENT_BYTES)}","content":"y"}`, 400],
    ['60,000 brackets, never too deep', `{"content":"x","a":[${Array(20_000).fill('[]')}]}`, 201],
  ])('by %s: gets a response at a bounded cost', async (_, body, status) => {
    const before = cpuSecondsOf(service.web);
    const answer = await post(body);
    expect(answer.status).toBe(status);
    if (status === 400) expect(((await answer.json()) as ErrorBody).code).toMatch(/^(malformed_json|validation)$/);
    else await answer.json();
    // The limit is in processor time, which other programs don't affect. A parser that backtracks takes minutes.
    expect(cpuSecondsOf(service.web) - before).toBeLessThan(MAX_CPU_SECONDS);
  });

  it.runIf(isReference)('by 10 MB of escapes, again and again: others are served meanwhile', async () => {
    const body = `{"content":"${'\\u0001'.repeat(MAX_CONTENT_BYTES)}"}`;
    let isOver = false;
    const uploads = Promise.all(Array.from({ length: 2 }, () => post(body))).finally(() => {
      isOver = true;
    });
    const before = cpuSecondsOf(service.web);
    let longest = 0;
    while (!isOver) {
      const asked = cpuSecondsOf(service.web);
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
      longest = Math.max(longest, cpuSecondsOf(service.web) - asked);
    }
    expect((await uploads).map(({ status }) => status)).toEqual([201, 201]);
    // This compares with processor time, too. A body that is parsed in one go would hold up the others for a third of it.
    expect(longest).toBeLessThan((cpuSecondsOf(service.web) - before) / 5);
  });
});
