/** Sends SIGTERM, as an orchestrator does, to real processes with work under way. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/testing/test-database';
import { type CreatedBody, createPaste, readPaste } from '../support/api';
import { type Environment, startWeb, testEnvironment } from '../support/processes';
import { processEngines } from '../support/settings';
import { chunkedHead, connectRaw } from '../support/sockets';

const MEGABYTE = 2 ** 20;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Begins a request: sends the head and the given part of the body, and doesn't end it. */
function begin(agent: Agent, url: string, options: { method?: string; body?: string } = {}): ClientRequest {
  const { method = 'GET', body } = options;
  const outgoing = request(url, { agent, method, headers: body === undefined ? {} : { 'Content-Type': 'application/json' } });
  if (body === undefined) outgoing.end();
  else outgoing.write(body);
  return outgoing;
}

async function answerOf(outgoing: ClientRequest): Promise<IncomingMessage> {
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return incoming;
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe.each(processEngines)('a web process on %s that is told to stop', (engine) => {
  let database: TestDatabase;
  let environment: Environment;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    environment = testEnvironment(database, { STOP_DELAY_MS: '3000' });
  });
  afterAll(() => database?.drop());

  it('a process told to stop finishes 50 requests, resets no connection and exits 0', async () => {
    const web = await startWeb(environment);
    // The agent keeps connections open, as a proxy does.
    const agent = new Agent({ keepAlive: true, maxSockets: 100 });
    try {
      const content = randomBytes(5 * MEGABYTE).toString('hex');
      const [large, small] = [await createPaste(web.url, { content }), await createPaste(web.url, { content: 'small' })];

      const uploads = Array.from({ length: 25 }, (_, index) =>
        begin(agent, `${web.url}/api/v1/pastes`, {
          method: 'POST',
          body: `{"title":"upload ${index}","content":"${'x'.repeat(index * 20_000)}`,
        }),
      );
      const uploaded = uploads.map(answerOf);
      const downloads = Array.from({ length: 25 }, (_, index) =>
        begin(agent, `${web.url}${index % 2 ? `/raw/${large.publicId}` : `/api/v1/pastes/${large.publicId}`}`),
      );
      // These responses have begun and are not read on, so the rest waits in the server.
      const downloading = await Promise.all(downloads.map(answerOf));
      for (const incoming of downloading) incoming.pause();
      // This connection stays open and idle.
      const idle = await answerOf(begin(agent, `${web.url}/healthz`));
      await bodyOf(idle);

      const stopping = web.stop();
      const readiness: number[] = [];
      const single = new Agent({ keepAlive: false });
      await vi.waitFor(async () => {
        const ready = await answerOf(begin(single, `${web.url}/readyz`));
        readiness.push(ready.statusCode ?? 0);
        expect(await bodyOf(ready).then(String)).toBe('{"status":"error","db":"disconnected"}');
      });
      expect(readiness.at(-1)).toBe(503);
      // The process still serves requests while load balancers take notice.
      expect((await readPaste(web.url, small.publicId)).body.content).toBe('small');
      // Afterwards it accepts no more connections.
      await vi.waitFor(() => expect(fetch(`${web.url}/healthz`)).rejects.toThrow());
      expect(web.child.exitCode).toBeNull();

      for (const [index, upload] of uploads.entries()) upload.end(`end of ${index}"}`);
      const created = await Promise.all(
        uploaded.map(async (answer) => {
          const incoming = await answer;
          return { status: incoming.statusCode, ...(JSON.parse(String(await bodyOf(incoming))) as CreatedBody) };
        }),
      );
      expect(created.map(({ status }) => status)).toEqual(Array(25).fill(201));

      const bodies = await Promise.all(downloading.map((incoming) => bodyOf(incoming)));
      for (const [index, body] of bodies.entries()) {
        const downloaded = index % 2 ? body : Buffer.from((JSON.parse(String(body)) as { content: string }).content);
        expect(sha256(downloaded)).toBe(sha256(Buffer.from(content)));
      }
      // Not 1, as when it gives up after 25 s.
      expect(await stopping).toBe(0);

      // All acknowledged pastes and their views are there.
      const again = await startWeb(environment);
      try {
        for (const index of [0, 24]) {
          const { body } = await readPaste(again.url, created[index]?.publicId ?? '');
          expect(body.content).toBe(`${'x'.repeat(index * 20_000)}end of ${index}`);
        }
        expect((await readPaste(again.url, large.publicId)).body.viewCount).toBe(26);
        expect((await readPaste(again.url, small.publicId)).body.viewCount).toBe(2);
      } finally {
        await again.kill();
      }
    } finally {
      agent.destroy();
      await web.kill();
    }
  });
});

describe('a web process that is told to stop', () => {
  let database: TestDatabase;
  let environment: Environment;

  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
    environment = testEnvironment(database);
  });
  afterAll(() => database?.drop());

  it('and told again ends at once, whatever is under way', async () => {
    const web = await startWeb(environment);
    const { socket, received, closed } = await connectRaw(web.url);
    try {
      socket.write(chunkedHead('/api/v1/pastes', { Expect: '100-continue' }));
      // From now on the server has the request.
      await vi.waitFor(() => expect(received()).toContain('100 Continue'));
      web.child.kill('SIGTERM');
      await web.waitFor('web is stopping');
      expect(web.child.exitCode).toBeNull();
      // A signal within a second counts as the same one. The end comes well before the process would give up by itself.
      await vi.waitFor(
        () => {
          web.child.kill('SIGTERM');
          expect(web.child.exitCode).toBe(1);
        },
        { timeout: 10_000, interval: 200 },
      );
      await closed;
    } finally {
      await web.kill();
    }
  });
});
