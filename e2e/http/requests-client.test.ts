/** Tests request links of the command-line client: what arrives, what a lying server gets, and what the client never sends. */
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRequestKeys } from '#lib/envelope/answer-keys';
import { deriveInboxToken } from '#lib/envelope/envelope-token';
import { call } from '../support/api';
import { type Client, newClient, type Run } from '../support/client';
import { type Gate, startGate } from '../support/gate';
import { findIn } from '../support/needles';
import { startRecorder } from '../support/recorder';
import { withService } from '../support/service';

const LINK = /^(http:\/\/[^/]+)\/request\/(\w{24})#([\w-]{43})\.([\w-]{43})$/;
const SECRET = 'é "secret"\n without end';

const service = withService({ variables: { BURN_CLAIM_SECONDS: '600' } });
let gate: Gate;
let asker: Client;
let sender: Client;

beforeEach(async () => {
  gate = await startGate(service.url);
  [asker, sender] = [newClient(gate.url), newClient(gate.url)];
});
afterEach(async () => {
  asker.remove();
  sender.remove();
  await gate.close();
});

const said = ({ code, stdout, stderr }: Run) => [code, stdout.toString(), stderr];
const ask = async (...args: string[]) => (await asker.run(['request', ...args])).stdout.toString().trim();
const answer = (link: string, input: string | Buffer = SECRET) => sender.run(['answer', link], { input });
const resume = (options: Parameters<Client['run']>[1] = {}) => asker.run(['request', '--resume'], options);
const folder = () => join(asker.home, '.local/state/sealpaste/requests');
const acknowledgements = () => gate.passed().filter((name) => name.endsWith('/acknowledge')).length;

describe('a secret that was asked for', () => {
  it('a secret reaches standard output byte for byte, and nothing of it is left', async () => {
    const link = await ask('-t', '1d', '--label', 'printer');
    expect(link).toMatch(LINK);
    const [file = ''] = readdirSync(folder());
    expect((statSync(join(folder(), file)).mode & 0o777).toString(8)).toBe('600');
    expect(said(await resume())).toEqual([6, '', expect.stringMatching(/No answer has come yet/)]);
    expect(said(await answer(link))).toEqual([0, '', '']);
    expect(said(await answer(link))).toEqual([3, '', expect.stringMatching(/has all its answers/)]);
    expect(said(await resume())).toEqual([0, SECRET, '']);
    expect([acknowledgements(), readdirSync(folder())]).toEqual([1, []]);
    expect((await resume()).code).toBe(3);
  });

  it('is waited for: the link on standard error, the secret on standard output', async () => {
    let told = '';
    const waiting = asker.run(['request', '--wait', '-q'], {
      onStart: ({ stderr }) =>
        void stderr?.on('data', (piece: Buffer) => {
          told += piece;
          if (LINK.test(told.trim())) void answer(told.trim());
        }),
    });
    expect(said(await waiting)).toEqual([0, SECRET, expect.stringMatching(LINK.source.replace('$', '\\n$'))]);
  });

  it('an answer that was not written or not awaited long enough can be fetched again', async () => {
    const link = await ask('--max', '2');
    await answer(link);
    const failed = await resume({ onStart: ({ stdout }) => stdout?.destroy() });
    expect([failed.code, acknowledgements()]).toEqual([1, 0]);
    expect(said(await resume())).toEqual([0, SECRET, '']);
    const isHeld = gate.hold(/^GET .*\/answers$/);
    const interrupted = await asker.run(['request', '--resume', '--wait'], {
      onStart: (child) => void isHeld.then(() => child.kill('SIGINT')),
    });
    gate.drop();
    expect(interrupted.code).toBe(130);
    await answer(link, 'the second');
    expect(said(await asker.run(['request', '--resume', link, '--wait']))).toEqual([0, 'the second', '']);
    expect(readdirSync(folder())).toEqual([]);
  });

  it('that is no answer at all says so once, and keeps no other from being read', async () => {
    const link = await ask('--max', '2');
    const [, , requestId] = LINK.exec(link) ?? [];
    const { publicKey } = await createRequestKeys();
    const header = Buffer.from(JSON.stringify({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', epk: publicKey })).toString('base64url');
    await call(`${service.url}/api/v1/requests/${requestId}/answers`, { json: { content: `${header}.${'A'.repeat(54)}.a.b.c` } });
    await answer(link);
    expect(said(await resume())).toEqual([4, '', expect.stringMatching(/doesn't open/)]);
    expect(said(await resume())).toEqual([0, SECRET, '']);
  });

  it('whose response was lost on the way is sent again, and stored once', async () => {
    const link = await ask('--max', '2');
    gate.loseResponse(/^POST .*\/answers$/);
    expect((await answer(link)).code).toBe(0);
    expect(gate.passed().filter((name) => name.startsWith('POST') && name.endsWith('/answers'))).toHaveLength(2);
    expect(said(await resume())).toEqual([0, SECRET, '']);
    expect((await resume()).code).toBe(6);
  });

  it('is read on another machine by the inbox link', async () => {
    const { url, inboxUrl } = JSON.parse(await ask('--json')) as { url: string; inboxUrl: string };
    await answer(url);
    expect(said(await sender.run(['request', '--resume', inboxUrl]))).toEqual([0, SECRET, '']);
    expect((await resume()).code).toBe(3);
  });

  it('for an account needs no manage token, and is in its list', async () => {
    const anna = service.owner['X-Api-Key'];
    const env = { SEALPASTE_API_KEY: anna };
    const link = (await asker.run(['request'], { env })).stdout.toString().trim();
    await answer(link);
    const { body } = await call<{ requests: { requestId: string; waitingAnswers: number }[] }>(`${service.url}/api/v1/requests`, {
      headers: service.owner,
    });
    expect(body.requests).toMatchObject([{ requestId: LINK.exec(link)?.[2], waitingAnswers: 1 }]);
    expect(said(await resume({ env }))).toEqual([0, SECRET, '']);
  });
});

describe('a code', () => {
  /** Runs `sealpaste receive` until somebody has sent a text to its code. */
  async function receive(onCode: (code: string) => void): Promise<Run> {
    let told = '';
    return asker.run(['receive', '-q'], {
      onStart: ({ stderr }) =>
        void stderr?.on('data', (piece: Buffer) => {
          told += piece;
          if (/^[0-9A-Z]{4}-[0-9A-Z]{4}\n$/.test(told)) onCode(told.trim());
        }),
    });
  }

  it('in any spelling brings a secret byte for byte, and nothing of it is left', async () => {
    const received = await receive((code) => void answer(` ${code.toLowerCase().replace('-', ' ').replace('0', 'o')}`));
    expect(said(received)).toEqual([0, SECRET, expect.stringMatching(/^\S{9}\n$/)]);
    expect([acknowledgements(), readdirSync(folder())]).toEqual([1, []]);
  });

  it('of which the server shows another key gets nothing, each time', async () => {
    const seen: string[] = [];
    const liar = createServer((incoming, outgoing) => {
      seen.push(`${incoming.method}`);
      void fetch(`${service.url}${incoming.url}`).then(async (response) => {
        const { publicKey } = await createRequestKeys();
        const body = { ...((await response.json()) as object), publicKey };
        outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      });
    }).listen(0, '127.0.0.1');
    await once(liar, 'listening');
    const url = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`;
    const refused: Run[] = [];
    const tryAll = async (code: string) => {
      for (let tries = 0; tries < 3; tries++) refused.push(await sender.run(['answer', code, '--url', url], { input: SECRET }));
      await answer(code);
    };
    try {
      expect(said(await receive((code) => void tryAll(code)))[1]).toBe(SECRET);
      expect(refused.map(({ code }) => code)).toEqual([4, 4, 4]);
      expect(refused[0]?.stderr).toMatch(/another key.*Nothing was sent/);
      expect(seen).toEqual(['GET', 'GET', 'GET']);
    } finally {
      liar.close();
    }
  });

  it('that nobody has is not there', async () => {
    expect(said(await answer('0000-0000'))).toEqual([3, '', expect.stringMatching(/no such request/)]);
  });
});

describe('a server that shows another key', () => {
  it('gets nothing: the client says so with exit code 4', async () => {
    const { publicKey: swapped } = await createRequestKeys();
    const seen: string[] = [];
    const liar = createServer((incoming, outgoing) => {
      seen.push(`${incoming.method} ${incoming.url}`);
      void fetch(`${service.url}${incoming.url}`).then(async (response) => {
        const body = { ...((await response.json()) as object), publicKey: swapped };
        outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      });
    }).listen(0, '127.0.0.1');
    await once(liar, 'listening');
    try {
      const link = (await ask()).replace(gate.url, `http://127.0.0.1:${(liar.address() as AddressInfo).port}`);
      const run = await answer(link);
      expect(said(run)).toEqual([4, '', expect.stringMatching(/another key.*Nothing was sent/)]);
      expect(seen).toEqual([`GET /api/v1/requests/${LINK.exec(link)?.[2]}`]);
    } finally {
      liar.closeAllConnections();
      liar.close();
    }
  });

  it('finds no link without a whole thumbprint that is answered', async () => {
    const link = await ask();
    for (const cut of [link.replace(/#.*/, ''), link.slice(0, -1), link.replace(/\..{43}$/, ''), `${link}x`])
      expect((await answer(cut)).code).toBe(4);
    expect((await answer('https://paste.example/view/x')).code).toBe(2);
    expect(gate.passed().filter((name) => name.includes('/answers'))).toEqual([]);
  });
});

it('keys, thumbprint, label and secret are in no byte that is sent', async () => {
  const recorder = await startRecorder();
  recorder.forwardTo(Number(new URL(service.url).port));
  try {
    const env = { SEALPASTE_URL: recorder.url };
    const link = (await asker.run(['request', '--label', 'printer'], { env })).stdout.toString().trim();
    const [file = ''] = readdirSync(folder());
    const { inboxKey } = JSON.parse(readFileSync(join(folder(), file), 'utf8'));
    await answer(link, 'S3CRET text');
    expect((await resume({ env })).stdout.toString()).toBe('S3CRET text');
    const sent = recorder.sent();
    const [, , , thumbprint = '', labelKey = ''] = LINK.exec(link) ?? [];
    for (const hidden of [inboxKey, thumbprint, labelKey, 'printer', 'S3CRET text']) expect(findIn(sent, hidden)).toEqual([]);
    // The search works: it finds what may be sent.
    for (const known of ['manageProof', await deriveInboxToken(inboxKey)]) expect(findIn(sent, known)).not.toEqual([]);
  } finally {
    await recorder.close();
  }
});
