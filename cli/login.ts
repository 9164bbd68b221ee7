/** `login`: gets an API key, typed in or by the browser, checks it and stores it. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { exchangeCode, listPastes } from '../lib/client/operations.generated';
import { clientOf, randomToken } from './api';
import type { Context } from './context';
import { CliError, EXIT } from './exit';
import { readShort } from './input';
import { askSecret } from './password';
import { configFile, type Environment } from './places';
import { withLogin } from './proxy';
import { checkApiKey, requireBaseUrl, writeConfig } from './settings';
import type { BaseUrl } from './target';
import { writeError } from './terminal';

const MAX_KEY_CHARACTERS = 1_000;
const WAIT_MS = 300_000;
const DONE = 'sealpaste has its key. You can close this page.';

/** @throws CliError, after which nothing is stored */
export async function login({ settings, values, env, tell }: Context): Promise<void> {
  const url = requireBaseUrl(settings);
  const given = (await readKey(`API key for ${url} (Enter: get one by the browser): `)).trim();
  const apiKey = checkApiKey(given === '' ? await keyByBrowser(url, env) : given);
  // A service that doesn't accept the key refuses its list.
  await clientOf(url).call(listPastes, { query: { limit: 1 }, headers: { 'X-Api-Key': apiKey } });
  const path = configFile(env);
  writeConfig(path, { url: withLogin(url), apiKey, ...(values.insecure ? { insecure: true } : {}) });
  tell(`Stored in ${path}.`);
}

async function readKey(question: string): Promise<string> {
  if (process.stdin.isTTY) return (await askSecret(question)) ?? '';
  return readShort(MAX_KEY_CHARACTERS, 'an API key');
}

/**
 * Gets a key by the browser: this program listens on this machine, the person allows the key on a page of the service, and
 * their browser passes on a code (RFC 8252 §7.3). The code is worthless without the verifier, which leaves this program
 * only for the exchange (RFC 7636).
 * @throws CliError
 */
async function keyByBrowser(baseUrl: BaseUrl, env: Environment): Promise<string> {
  const [verifier, state] = [randomToken(), randomToken()];
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const challenge = Buffer.from(digest).toString('base64url');
  const code = await receiveCode(state, (port) => {
    const query = new URLSearchParams({ port: String(port), state, challenge, name: hostname() });
    const address = `${baseUrl}/account/client?${query}`;
    writeError(`Open this address in a browser on this machine, and allow the key:\n${address}\n`);
    openBrowser(address, env);
  });
  return (await clientOf(baseUrl).call(exchangeCode, { body: { code, verifier } })).apiKey;
}

/** @param onReady called with the port */
function receiveCode(state: string, onReady: (port: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer(({ url = '' }, response) => {
      const { searchParams } = new URL(url, 'http://localhost');
      const code = searchParams.get('code');
      const isOurs = code !== null && searchParams.get('state') === state;
      response.writeHead(isOurs ? 200 : 404, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Referrer-Policy': 'no-referrer',
        Connection: 'close',
      });
      response.end(isOurs ? DONE : '', () => {
        if (isOurs) finish(() => resolve(code));
      });
    });
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      server.close();
      settle();
    };
    const timer = setTimeout(() => finish(() => reject(new CliError(EXIT.later, 'Nobody allowed the key within 5 minutes'))), WAIT_MS);
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => onReady((server.address() as AddressInfo).port));
  });
}

/** Opens a browser if there is a desktop: in a terminal without windows, the browser could take over the terminal. */
function openBrowser(address: string, { BROWSER, DISPLAY, WAYLAND_DISPLAY }: Environment): void {
  const command: Partial<Record<NodeJS.Platform, string[]>> = { darwin: ['open'], win32: ['rundll32', 'url.dll,FileProtocolHandler'] };
  const linux = DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : [];
  const [program, ...rest] = BROWSER ? [BROWSER] : (command[process.platform] ?? linux);
  if (program === undefined) return;
  // The address is on the screen, so a browser that doesn't start is no error.
  spawn(program, [...rest, address], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
