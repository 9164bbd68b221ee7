import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callOffPaste, sendPaste } from './paste.client';

const ANSWER = {
  publicId: 'a'.repeat(24),
  url: 'https://paste.example/view/x',
  rawUrl: 'https://paste.example/raw/x',
  expiresAt: null,
  isE2ee: true,
  manageToken: 'token',
};

/** jsdom keeps a page's first origin when its address changes, so every request is cross-origin. */
const ANY_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Content-Type, Idempotency-Key',
  'Access-Control-Allow-Methods': 'POST, DELETE',
  'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
};

/** Vitest's global for the page's jsdom. */
declare const jsdom: { reconfigure(settings: { url: string }): void };

let server: Server;
let reached: { method: string | undefined; url: string | undefined; type: string | undefined; key: unknown; body: string }[];
let isClosed: boolean;

/** Starts a server that reads the whole request, then calls `respond`. */
async function serve(respond: (response: ServerResponse) => void): Promise<void> {
  server = createServer(async (request, response) => {
    for (const [name, value] of Object.entries(ANY_ORIGIN)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    response.on('close', () => {
      isClosed = true;
    });
    let body = '';
    for await (const chunk of request) body += chunk;
    reached.push({
      method: request.method,
      url: request.url,
      type: request.headers['content-type'],
      key: request.headers['idempotency-key'],
      body,
    });
    respond(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
}

const answer = (status: number, body: unknown) =>
  serve((response) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)));

const send = (onProgress = vi.fn(), signal = new AbortController().signal, text = '{"content":"x"}') =>
  sendPaste(new Blob([text], { type: 'application/json' }), 'a-key', { onProgress, signal }, false);

beforeEach(() => {
  reached = [];
  isClosed = false;
});
afterEach(async () => {
  server.closeAllConnections();
  if (server.listening) await new Promise((resolve) => server.close(resolve));
});

describe('sendPaste', () => {
  it('sendPaste sends the body as JSON and returns the response', async () => {
    await answer(201, ANSWER);
    expect(await send()).toEqual(ANSWER);
    expect(reached).toEqual([{ method: 'POST', url: '/api/v1/pastes', type: 'application/json', key: 'a-key', body: '{"content":"x"}' }]);
  });

  it('sendPaste tells how much of it was sent', async () => {
    await answer(201, ANSWER);
    const text = 'x'.repeat(500_000);
    const onProgress = vi.fn();
    await send(onProgress, undefined, text);
    expect(onProgress.mock.calls.at(-1)).toEqual([500_000, 500_000]);
  });

  it.each([
    ['create_cancelled', { code: 'called-off' }],
    ['too_many_pastes', { code: 'refused', message: 'too many' }],
  ])('sendPaste tells conflicts apart by their code: %s', async (code, problem) => {
    await answer(409, { error: 'Conflict', code, details: [{ path: [], message: 'too many' }] });
    await expect(send()).rejects.toMatchObject({ name: 'EditorError', problem });
  });

  it.each([201, 400, 502])('sendPaste takes a page of a proxy for no answer of the server (%i)', async (status) => {
    await serve((response) => response.writeHead(status, { 'Content-Type': 'text/html' }).end('<h1>Proxy</h1>'));
    const code = status === 400 ? 'refused' : 'server-error';
    await expect(send()).rejects.toMatchObject({ problem: { code } });
  });

  it('sendPaste ended by its signal ends the connection, and never settles', async () => {
    await serve(() => undefined);
    const controller = new AbortController();
    const settled = vi.fn();
    send(vi.fn(), controller.signal).then(settled, settled);
    await vi.waitFor(() => expect(reached).toHaveLength(1));
    controller.abort();
    await vi.waitFor(() => expect(isClosed).toBe(true));
    expect(settled).not.toHaveBeenCalled();
  });
});

describe('callOffPaste', () => {
  // Node's `fetch` takes neither a bare path nor a signal of jsdom's.
  const { fetch } = globalThis;
  beforeEach(() =>
    vi.stubGlobal('fetch', (path: string, { signal: _, ...init }: RequestInit) => fetch(new URL(path, location.href), init)),
  );
  it.each([true, false])('callOffPaste asks for the key by DELETE, and says whether there was a paste: %s', async (deleted) => {
    await answer(200, { deleted });
    expect(await callOffPaste('a-key')).toBe(deleted);
    expect(reached).toMatchObject([{ method: 'DELETE', url: '/api/v1/pastes', key: 'a-key' }]);
  });

  it('callOffPaste does not know where the server refuses or is gone', async () => {
    await answer(429, {});
    await expect(callOffPaste('a-key')).rejects.toMatchObject({ problem: { code: 'outcome-unknown' } });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(callOffPaste('a-key')).rejects.toMatchObject({ problem: { code: 'outcome-unknown' } });
  });
});
