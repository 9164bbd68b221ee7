/** Tests losses that were once possible: by a lost response, a changed link, or a server's words. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as operations from '../lib/client/operations.generated';
import { honest } from '../lib/client/testing/lies';
import { type LyingServer, type Said, startLyingServer } from '../lib/client/testing/lying-server';
import { createRequestKeys, type PublicJwk, thumbprintOf } from '../lib/envelope/answer-keys';
import { sealAnswer } from '../lib/envelope/answer-seal';
import { sealPaste } from '../lib/envelope/envelope-seal';
import { EXIT } from './exit';
import { send } from './http';
import { showRun } from './testing/show-run';

// https: addresses are served without TLS, so that one server can have both schemes.
vi.mock('node:https', async () => {
  const http = await import('node:http');
  return {
    request: ({ hostname, port, pathname }: URL, options: object) => http.request({ ...options, hostname, port, path: pathname }),
  };
});

const ID = 'yTFk30gcJuVvqs9M2GbEeXnA';
const JOSE = { 'Content-Type': 'application/jose' };
const TEXT = { content: 'the text', title: '', syntax: '', files: [] };
const BROKEN = { status: 503, body: '{"error":"Service Unavailable","code":"unavailable"}' };

let server: LyingServer;
let home: string;
let asker: PublicJwk;
let label = '';
let sealed: { envelope: string; key: string };
/** Bodies of the requests of each operation. */
let sent: Record<'claimPaste' | 'acknowledgePaste' | 'createAnswer', unknown[]>;
/** Responses to the next claims. */
const refusals: Said[] = [];
/** The public key of the latest request, for which an answer is encrypted; null: the content is a paste's. */
let requested: PublicJwk | null;
let vault = '';

beforeAll(async () => {
  ({ publicKey: asker } = await createRequestKeys());
  sealed = await sealPaste(TEXT, {});
  const told = (operation: { response: unknown }, more: object) =>
    JSON.stringify({ ...(honest(operation.response as never) as object), ...more });
  server = await startLyingServer({
    claimPaste({ body }) {
      sent.claimPaste.push(body);
      return refusals.shift() ?? { body: JSON.stringify(honest(operations.claimPaste.response)) };
    },
    acknowledgePaste({ body }) {
      sent.acknowledgePaste.push(body);
      return { body: JSON.stringify(honest(operations.acknowledgePaste.response)) };
    },
    createRequest({ body }) {
      ({ publicKey: requested, vault } = body as { publicKey: PublicJwk; vault: string });
      return { body: JSON.stringify(honest(operations.createRequest.response)) };
    },
    readRequest: () => ({ body: told(operations.readRequest, { publicKey: asker, answersLeft: 1, label, sealed: null }) }),
    createAnswer({ body }) {
      sent.createAnswer.push(body);
      return { body: JSON.stringify(honest(operations.createAnswer.response)) };
    },
    listAnswers() {
      const { request, answers } = honest(operations.listAnswers.response) as { request: object; answers: object[] };
      return { body: JSON.stringify({ request: { ...request, publicKey: requested, state: 'open' }, vault, answers }) };
    },
    readContent: async () => ({ headers: JOSE, body: requested === null ? sealed.envelope : await sealAnswer(TEXT, requested) }),
  });
});
afterAll(() => server.close());

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sealpaste-loss-'));
  sent = { claimPaste: [], acknowledgePaste: [], createAnswer: [] };
  requested = null;
  label = '';
  server.lie(null);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

const show = (argv: readonly string[], streams: Parameters<typeof showRun>[2] = { isTerminal: false }) =>
  showRun(argv, { HOME: home, SEALPASTE_URL: server.url }, streams);
const kept = (folder: string) => readdirSync(join(home, '.local/state/sealpaste', folder));

describe('a burn paste', () => {
  const get = () => show(['get', `${server.url}/view/${ID}#${sealed.key}`, '-o', join(home, 'text')]);

  it('whose claim got no response is claimed again with the same claim', async () => {
    server.lie({ operation: 'claimPaste', said: BROKEN });
    expect(await get()).toMatchObject({ code: EXIT.later });
    expect(kept('claims')).toEqual([ID]);
    server.lie(null);
    expect(await get()).toMatchObject({ code: EXIT.done });
    expect(sent.claimPaste).toHaveLength(2);
    expect(sent.claimPaste[1]).toEqual(sent.claimPaste[0]);
    expect(kept('claims')).toEqual([]);
  });

  it('is acknowledged with the claim that read it, also after a proof', async () => {
    const problem = { error: 'Read Token Required', code: 'read_token_required', protectedHeader: sealed.envelope.split('.')[0] };
    refusals.push({ status: 403, body: JSON.stringify(problem) });
    expect(await get()).toMatchObject({ code: EXIT.done });
    expect(sent.claimPaste).toHaveLength(2);
    expect(sent.acknowledgePaste).toEqual(sent.claimPaste.slice(1));
  });

  it('whose content got no response is fetched again with the same claim', async () => {
    server.lie({ operation: 'readContent', said: BROKEN });
    expect(await get()).toMatchObject({ code: EXIT.later });
    server.lie(null);
    expect(await get()).toMatchObject({ code: EXIT.done });
    expect(sent.claimPaste[1]).toEqual(sent.claimPaste[0]);
  });
});

describe('an answer to a request of this machine', () => {
  it.each(['claimPaste', 'readContent'] as const)('is not lost when %s got no response', async (operation) => {
    expect(await show(['request'])).toMatchObject({ code: EXIT.done });
    server.lie({ operation, said: BROKEN });
    expect(await show(['request', '--resume'])).toMatchObject({ code: EXIT.later, stdout: '' });
    server.lie(null);
    expect(await show(['request', '--resume', '-o', join(home, 'answer')])).toMatchObject({ code: EXIT.done });
    expect(sent.claimPaste[1]).toEqual(sent.claimPaste[0]);
  });
});

describe('a secret for somebody who asks', () => {
  beforeEach(() => writeFileSync(join(home, 'secret'), 'S3CRET'));
  const answer = (thumbprint: string, streams?: Parameters<typeof showRun>[2]) =>
    show(['answer', `${server.url}/request/${ID}#${thumbprint}`, join(home, 'secret')], streams);

  it('is sent only for the whole thumbprint of the link', async () => {
    const right = await thumbprintOf(asker);
    for (const at of [0, 1, 21, 41, 42]) {
      // The last character has two bits that mean nothing.
      const other = [...'AEIMQUYcgkosw048'].find((character) => character !== right[at]) as string;
      const wrong = right.slice(0, at) + other + right.slice(at + 1);
      expect([at, (await answer(wrong)).code]).toEqual([at, EXIT.wrongKey]);
    }
    for (const wrong of ['', right.slice(0, -1), `${right}A`, right.toLowerCase()]) expect((await answer(wrong)).code).toBe(EXIT.wrongKey);
    expect(sent.createAnswer).toEqual([]);
    expect((await answer(right)).code).toBe(EXIT.done);
    expect(sent.createAnswer).toHaveLength(1);
  });

  it('the words of the service on it are one line, without what is not seen', async () => {
    vi.stubEnv('NO_COLOR', '1');
    label = 'Password\nSent.\u001b]52;c;eA==\u0007\u200b\u202ex';
    const { stderr } = await answer(await thumbprintOf(asker), { isTerminal: true });
    const [asked = '', ...others] = stderr.split('\n');
    expect(asked).toBe('Asked for, as the server says: Password Sent. ]52;c;eA== x');
    expect(others).toHaveLength(2);
  });
});

describe('a redirect', () => {
  async function serve(listener: RequestListener): Promise<string> {
    const http = createServer(listener).listen(0, '127.0.0.1');
    await once(http, 'listening');
    closing.push(() => {
      http.closeAllConnections();
      http.close();
    });
    return `127.0.0.1:${(http.address() as AddressInfo).port}`;
  }
  const closing: (() => unknown)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  it('from https to http of the same host is not followed, and nothing is sent there', async () => {
    const seen: (string | undefined)[] = [];
    let host = '';
    host = await serve(({ url }: IncomingMessage, response) => {
      seen.push(url);
      if (url === '/a') response.writeHead(308, { Location: `http://${host}/b` }).end();
      else response.end('plain');
    });
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { body: Buffer.from('S3CRET') } : {};
      await expect(send({ method, url: `https://${host}/a`, ...body })).rejects.toMatchObject({ code: EXIT.other });
    }
    expect(seen).toEqual(['/a', '/a']);
  });
});
