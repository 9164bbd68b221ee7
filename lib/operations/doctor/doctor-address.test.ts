/** The doctor finds what is wrong between the public address and the service. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { expect, it } from 'vitest';
import { clientAddress } from '../../http/client-address';
import { SEEN_HEADER } from '../../http/headers';
import { parseTrustedProxies, type TrustedProxies } from '../../http/trusted-proxies';
import { askAddress, checkCertificate, checkForwarded, judgeCertificate, type Seen } from './doctor-servers';

const TOKEN = 'a-token';
const DAY_MS = 86_400_000;
const HTTPS = 'https://paste.example';

/** Runs a service and a proxy that gives its requests this X-Forwarded-For. @returns what the service saw */
async function seenBehind(trusted: string, forward: (sent: string | undefined) => string | undefined): Promise<Seen | null> {
  const trust = parseTrustedProxies(trusted) as TrustedProxies;
  const service = createServer(({ headers, socket }, response) => {
    const forwardedFor = headers['x-forwarded-for'] as string | undefined;
    const seen = { clientAddress: clientAddress(socket.remoteAddress, forwardedFor, trust), forwardedFor: forwardedFor ?? null };
    const isDoctor = headers.authorization === `Bearer ${TOKEN}`;
    response.writeHead(200, isDoctor ? { [SEEN_HEADER]: encodeURIComponent(JSON.stringify(seen)) } : {}).end('{"status":"ok"}');
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const proxy = createServer((incoming, outgoing) => {
    const forwarded = forward(incoming.headers['x-forwarded-for'] as string | undefined);
    const { 'x-forwarded-for': _, ...rest } = incoming.headers;
    const headers = { ...rest, ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) };
    request({ port: (service.address() as AddressInfo).port, host: '127.0.0.1', path: incoming.url, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(outgoing);
    }).end();
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  try {
    return await askAddress(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, TOKEN, []);
  } finally {
    for (const server of [proxy, service]) {
      server.closeAllConnections();
      server.close();
    }
  }
}

const CLIENT = '198.51.100.7';
const WARNS = (text: RegExp) => ({ warning: expect.stringMatching(text) });

it.each([
  ['sets the header', 'loopback', () => CLIENT, expect.stringMatching(/sets/)],
  ['appends to it', 'loopback', (sent: string | undefined) => `${sent}, ${CLIENT}`, WARNS(/appends/)],
  ['sets none', 'loopback', () => undefined, WARNS(/sets no X-Forwarded-For/)],
  ['sets the header that is not believed', '0', () => CLIENT, WARNS(/TRUST_PROXY is 0/)],
])('a proxy that %s is found to do so', async (_, trusted, forward, finding) => {
  const seen = await seenBehind(trusted, forward);
  expect(checkForwarded({ BASE_URL: HTTPS, TRUST_PROXY: parseTrustedProxies(trusted) as TrustedProxies }, seen as Seen)).toEqual(finding);
});

it.each([
  ['passes on what a client sends', 'loopback', (sent: string | undefined) => sent],
  ['appends, and is counted twice', '2', (sent: string | undefined) => `${sent}, ${CLIENT}`],
])('a proxy that %s lets clients choose their address, which fails', async (_, trusted, forward) => {
  const seen = await seenBehind(trusted, forward);
  const look = () => checkForwarded({ BASE_URL: HTTPS, TRUST_PROXY: parseTrustedProxies(trusted) as TrustedProxies }, seen as Seen);
  expect(look).toThrow(/choose its own address/);
});

it('a service without a proxy, or one that says nothing, is no fault', async () => {
  const seen = await seenBehind('loopback', (sent) => sent);
  const config = { BASE_URL: 'http://localhost:3000', TRUST_PROXY: parseTrustedProxies('loopback') as TrustedProxies };
  expect(checkForwarded(config, seen as Seen)).toMatch(/no proxy/);
});

it('a certificate is warned of a week before its end; one that is refused fails', () => {
  const NOW = Date.UTC(2026, 10, 24);
  expect(judgeCertificate(NOW + 7 * DAY_MS, null, NOW)).toBe('the certificate is valid for 7 days');
  expect(judgeCertificate(NOW + 7 * DAY_MS - 1, null, NOW)).toEqual(WARNS(/ends in 6 days/));
  expect(() => judgeCertificate(NOW + 90 * DAY_MS, 'CERT_HAS_EXPIRED', NOW)).toThrow(/refuse the certificate \(CERT_HAS_EXPIRED\)/);
});

it('the certificate is the one that the server at the address shows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealpaste-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const options = ['-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-subj', '/CN=localhost', '-days', '3'];
  execFileSync('openssl', ['req', ...options, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => socket.on('error', () => undefined));
  server.on('tlsClientError', () => undefined).listen(0, 'localhost');
  await once(server, 'listening');
  try {
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    await expect(checkCertificate(url)).rejects.toThrow(/browsers refuse the certificate \(.*self/i);
    await expect(checkCertificate('https://localhost:1')).rejects.toThrow();
  } finally {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  }
});
