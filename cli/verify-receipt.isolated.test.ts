/** Tests that `sealpaste receipt --verify` says of each file what it proves, whoever has made it. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ReceiptJson } from '../lib/receipts/receipt.schema';
import { createReceiptSigner } from '../lib/receipts/receipt-signer';
import { createKeyring } from '../lib/vault/keyring';
import { EXIT } from './exit';
import { showRun } from './testing/show-run';

const AT = '2031-01-01T00:00:00.000Z';
const RECEIPT: ReceiptJson = { publicId: 'yTFk30gcJuVvqs9M2GbEeXnA', state: 'opened', createdAt: AT, at: AT };

const signerOf = (byte: number) => createReceiptSigner(createKeyring([Buffer.alloc(32, byte)]), url);

let server: Server;
let url: string;
let folder: string;
let status: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sealpaste-receipt-'));
  server = createServer((request, response) => {
    const isAsked = request.url === '/below/.well-known/jwks.json';
    response.writeHead(isAsked ? status : 404).end(JSON.stringify(signerOf(1).keySet));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/below`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});
beforeEach(() => {
  status = 200;
});

function fileWith(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const verify = (signed: string, ...more: string[]) =>
  showRun(['receipt', '--verify', fileWith('receipt.jws', signed), ...more], { HOME: folder }, { isTerminal: false });

/** Replaces one of the three parts of a signed receipt. */
const withPart = (signed: string, index: number, part: string) => signed.split('.').with(index, part).join('.');
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

it('says what a signed receipt proves, by the keys of the instance below its path', async () => {
  const { code, stdout } = await verify(`${signerOf(1).sign(RECEIPT)}\n`);
  expect(code).toBe(EXIT.done);
  expect(stdout).toContain(`Signed by ${url} on `);
  expect(stdout).toMatch(/Paste yTFk30gcJuVvqs9M2GbEeXnA, created on .*: opened on .*, for the last time\./);
  expect(stdout).toContain('It does not say who');
});

it('prints a receipt with a number of reads and releases, and as JSON', async () => {
  const counted: ReceiptJson = { ...RECEIPT, state: 'created', reads: 1, maxReads: 3, lastReadAt: AT, releasedAt: [AT] };
  const signed = signerOf(1).sign(counted);
  expect((await verify(signed)).stdout).toMatch(/still there then\.\nRead 1 of 3 times, last on .*\nA reader was released on /);
  const { stdout } = await verify(signed, '--json');
  expect(JSON.parse(stdout)).toEqual({ issuer: url, signedAt: expect.any(String), receipt: counted });
});

it('no changed character of a signed receipt is taken', async () => {
  const signed = signerOf(1).sign(RECEIPT);
  for (let index = 0; index < signed.length; index += 9) {
    const changed = Buffer.from(signed);
    changed[index] = (changed[index] ?? 0) === 0x41 ? 0x42 : 0x41;
    // The last character of a part has bits that no byte has.
    if (Buffer.from(changed.toString().split('.').join(' '), 'base64url').equals(Buffer.from(signed, 'base64url'))) continue;
    const { code, stdout } = await verify(changed.toString(), '--keys', fileWith('keys.json', JSON.stringify(signerOf(1).keySet)));
    expect([index, code === EXIT.done && stdout]).toEqual([index, false]);
  }
});

it.each([
  ['another instance’s key', () => signerOf(2).sign(RECEIPT), 'None of these keys has signed it'],
  ['changed claims', (signed: string) => withPart(signed, 1, encode({ iss: url, iat: 1, ...RECEIPT, state: 'deleted' })), 'does not fit'],
  ['no signature', (signed: string) => withPart(signed, 2, ''), 'does not fit'],
  [
    'no algorithm',
    (signed: string) => withPart(signed, 0, encode({ alg: 'none', kid: 'x', typ: 'sealpaste-receipt+jwt' })),
    'not a signed',
  ],
  ['another kind of token', (signed: string) => withPart(signed, 0, encode({ alg: 'EdDSA', kid: 'x', typ: 'JWT' })), 'not a signed'],
  ['no issuer', (signed: string) => withPart(signed, 1, encode({ iat: 1, ...RECEIPT })), 'not a signed'],
  ['another text', () => 'hello', 'not a signed'],
])('a file with %s proves nothing, and says why', async (_, make, why) => {
  const { code, stdout, stderr } = await verify(make(signerOf(1).sign(RECEIPT)));
  expect([code, stdout, stderr]).toEqual([EXIT.other, '', expect.stringContaining(why)]);
});

it('a receipt of another instance than the named one is told apart', async () => {
  const { code, stderr } = await verify(signerOf(1).sign(RECEIPT), '--url', 'https://paste.example');
  expect([code, stderr]).toEqual([EXIT.other, expect.stringContaining(`The receipt is of ${url}, not of https://paste.example`)]);
});

it('an instance that can’t give its keys now is to be asked later', async () => {
  status = 503;
  expect((await verify(signerOf(1).sign(RECEIPT))).code).toBe(EXIT.later);
});

it('a missing file and two receipts at once are wrong usage', async () => {
  const run = (...argv: string[]) => showRun(['receipt', ...argv], { HOME: folder }, { isTerminal: false });
  expect(await run('--verify', join(folder, 'nothing'))).toMatchObject({ code: EXIT.usage, stderr: expect.stringContaining('ENOENT') });
  expect((await run('--verify', join(folder, 'nothing'), 'x')).code).toBe(EXIT.usage);
  expect((await run()).code).toBe(EXIT.usage);
});
