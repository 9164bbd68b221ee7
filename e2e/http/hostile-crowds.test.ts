/** Tests a real process against crowds of clients that send slowly or read nothing. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { platform } from 'node:os';
import { expect, it, vi } from 'vitest';
import { createTestDatabase } from '#lib/testing/test-database';
import { createPaste } from '../support/api';
import { memoryOf } from '../support/memory';
import { startWeb, testEnvironment } from '../support/processes';
import { chunk, chunkedHead, connectRaw, type RawConnection } from '../support/sockets';

const MEGABYTE = 2 ** 20;
const MAX_CONTENT_BYTES = 10 * MEGABYTE;
/** Limit of the whole process while many clients request content and don't read it. */
const MAX_MEMORY_BYTES = 450 * MEGABYTE;

/** Sends a request from another address of this machine and returns the status. */
async function fromOtherAddress(url: string): Promise<number> {
  const [response] = (await once(get(url, { localAddress: '127.0.0.2' }), 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}

it('1,000 connections that dribble headers and bodies hold up nobody, and each ends', {
  timeout: 120_000,
}, async () => {
  const database = await createTestDatabase('sqlite');
  const limits = {
    // Longer than the 15 seconds for headers, which are to end the connection.
    HTTP_IDLE_TIMEOUT_MS: '17000',
    HTTP_MAX_CONNECTIONS_PER_ADDRESS: '1010',
    // One address gets half of these.
    HTTP_MAX_REQUESTS: '2020',
  };
  const web = await startWeb(testEnvironment(database, limits));
  try {
    const dribblers: RawConnection[] = [];
    for (let batch = 0; batch < 10; batch++) dribblers.push(...(await Promise.all(Array.from({ length: 100 }, () => connectRaw(web.url)))));
    for (const [index, { socket }] of dribblers.entries())
      socket.write(index % 2 ? 'GET / HTTP/1.1\r\nHost: localhost\r\n' : `${chunkedHead('/api/v1/pastes')}${chunk('{"content":"')}`);
    for (let round = 0; round < 10; round++) {
      for (const [index, { socket }] of dribblers.entries())
        if (socket.writable) socket.write(index % 2 ? `X-${round}: y\r\n` : chunk('a'));
      expect((await fetch(`${web.url}/healthz`)).status).toBe(200);
    }
    const body = JSON.stringify({ content: 'x' });
    const created = await fetch(`${web.url}/api/v1/pastes`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    expect(created.status).toBe(201);
    await vi.waitFor(() => expect(dribblers.filter(({ socket }) => !socket.destroyed)).toEqual([]), { timeout: 60_000 });
    const headerAnswers = dribblers.filter((_, index) => index % 2).map(({ received }) => received().slice(0, 12));
    expect(new Set(headerAnswers)).toEqual(new Set(['HTTP/1.1 408']));
  } finally {
    await web.kill();
    await database.drop();
  }
});

it.runIf(platform() === 'linux')('300 connections that read nothing of 10 MB are cut to their address’s limit', async () => {
  const database = await createTestDatabase('sqlite');
  const web = await startWeb(testEnvironment(database, { HTTP_MAX_CONNECTIONS_PER_ADDRESS: '100' }));
  const silent: RawConnection[] = [];
  try {
    const { publicId } = await createPaste(web.url, { content: randomBytes(MAX_CONTENT_BYTES / 2).toString('hex') });
    for (let batch = 0; batch < 10; batch++) {
      const opened = await Promise.all(Array.from({ length: 30 }, () => connectRaw(web.url)));
      for (const { socket } of opened) {
        socket.pause();
        socket.write(`GET /api/v1/pastes/${publicId} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      }
      silent.push(...opened);
    }
    expect(await fromOtherAddress(`${web.url}/healthz`)).toBe(200);
    expect(await fromOtherAddress(`${web.url}/api/v1/pastes/${publicId}`)).toBe(200);
    expect(memoryOf(web, 'VmHWM')).toBeLessThan(MAX_MEMORY_BYTES);
    // The silent clients now read: each finds the beginning of a response, or the end of the connection.
    const came = await Promise.all(
      silent.map(({ socket, closed }) => {
        const begins = new Promise<string>((resolve) => socket.once('data', () => resolve('content')));
        socket.resume();
        return Promise.race([begins, closed.then(() => 'nothing')]).finally(() => socket.destroy());
      }),
    );
    const served = came.filter((what) => what === 'content').length;
    // The connection that made the paste may still be one of the hundred.
    expect(served).toBeGreaterThan(90);
    expect(served).toBeLessThanOrEqual(100);
  } finally {
    for (const { socket } of silent) socket.destroy();
    await web.kill();
    await database.drop();
  }
});
