/**
 * Proxies between this machine and a service: the one that the environment names (as curl reads it), and the login of a
 * proxy in front of the service, which an address has as `https://user:password@host`.
 *
 * Guarantees: a login is sent to its origin only, as HTTP Basic, and is in no link, message or error. Nothing for this
 * machine itself goes through a proxy. TLS is with the service: a proxy sees its name only.
 */
import { request as requestByHttp } from 'node:http';
import type { Socket } from 'node:net';
import { CliError, EXIT, usageError } from './exit';

type Variables = Readonly<Record<string, string | undefined>>;

const logins = new Map<string, string>();

/** Keeps the login of an address for its origin. @returns the same address without it */
export function takeLogin(url: URL): URL {
  if (url.username === '' && url.password === '') return url;
  logins.set(url.origin, `${url.username}:${url.password}`);
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}

/** The address with its login, for a file that only its user can read. */
export function withLogin(address: string): string {
  const login = logins.get(new URL(address).origin);
  return login === undefined ? address : address.replace('://', `://${login}@`);
}

export function authorizationFor({ origin }: URL): { Authorization?: string } {
  const login = logins.get(origin);
  return login === undefined ? {} : { Authorization: basic(login) };
}

/** @param login both parts encoded as in an address */
const basic = (login: string) => `Basic ${Buffer.from(login.split(':').map(decodeURIComponent).join(':')).toString('base64')}`;

/** @returns null for a direct connection @throws CliError usage, for a proxy that is none of HTTP; it doesn't quote the address */
export function proxyFor({ protocol, hostname, port }: URL, variables: Variables): URL | null {
  const read = (name: string) => variables[name.toLowerCase()] || variables[name] || undefined;
  const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const named = read(name) ?? read('ALL_PROXY');
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  if (named === undefined || isOwnMachine(hostname) || isExcepted(hostname, ownPort, read('NO_PROXY') ?? '')) return null;
  const url = URL.canParse(named) && named.includes('://') ? new URL(named) : URL.parse(`http://${named}`);
  if (url?.protocol !== 'http:')
    throw usageError(`${read(name) ? name : 'ALL_PROXY'} is not the address of a proxy that the client can use. Expected http://HOST:PORT`);
  return url;
}

/** Whether what is sent to the host of an address stays on this machine. */
export const isOwnMachine = (hostname: string): boolean => hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$|^(.+\.)?localhost$/.test(hostname);

/** @param list as of NO_PROXY: names with all below them, addresses, each with an optional port, or `*` */
function isExcepted(hostname: string, port: string, list: string): boolean {
  const parts = list.toLowerCase().split(/[\s,]+/);
  return parts.some((part) => {
    const [, name = '', onlyPort = port] = /^\*?\.?(\[.*\]|[^:]*)(?::(\d+))?$/.exec(part) ?? [];
    return part === '*' || (name !== '' && onlyPort === port && (hostname === name || hostname.endsWith(`.${name}`)));
  });
}

export const proxyHeaders = ({ username, password }: URL): Record<string, string> =>
  username === '' ? {} : { 'Proxy-Authorization': basic(`${username}:${password}`) };

/** Opens a tunnel. @throws CliError when the proxy refuses, and errors of the connection */
export function openTunnel(proxy: URL, { hostname, port }: URL, timeoutMs: number): Promise<Socket> {
  const target = `${hostname}:${port || 443}`;
  return new Promise((resolve, reject) => {
    const { hostname: host, port: proxyPort } = proxy;
    const asked = requestByHttp({
      host: host.replace(/^\[|\]$/g, ''),
      port: proxyPort || 80,
      method: 'CONNECT',
      path: target,
      headers: { Host: target, ...proxyHeaders(proxy) },
      agent: false,
      timeout: timeoutMs,
    });
    asked.on('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      const reason = statusCode === 407 ? 'wants a login: http://USER:PASSWORD@HOST:PORT' : `refused (${statusCode})`;
      reject(new CliError(EXIT.later, `The proxy ${proxy.host} ${reason}`));
    });
    asked.on('timeout', () => asked.destroy(Object.assign(new Error('silence'), { code: 'ETIMEDOUT' })));
    asked.on('error', reject);
    asked.end();
  });
}
