import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { pageLanguage } from '../locales/page-language.rules';
import { requestContext } from './context';
import { toRequest } from './incoming-request';
import { inRequestLanguage } from './request-language';

/** A message as Node's parser makes one. */
function incoming(url: string, rawHeaders: readonly string[], method = 'GET'): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name, value] = [rawHeaders[index] ?? '', rawHeaders[index + 1] ?? ''];
    message.rawHeaders.push(name, value);
    (message as unknown as { _addHeaderLine(name: string, value: string, to: object): void })._addHeaderLine(name, value, message.headers);
  }
  return Object.assign(message, { url, method });
}

const context = { requestId: 'id', clientAddress: '192.0.2.1' };
const HOST = ['Host', 'paste.example'];

describe('a request of Node', () => {
  it.each([
    ['paste.example', '/raw/abc?x=%20y', 'http://paste.example/raw/abc?x=%20y'],
    ['Paste.Example:80', '/a b"', 'http://paste.example/a%20b%22'],
    ['[::1]:3000', '/', 'http://[::1]:3000/'],
  ])('a request of Node has the address that %s and %s make', (host, target, url) => {
    expect(toRequest(incoming(target, ['Host', host]), context)?.url).toBe(url);
  });

  it('a request of Node whose host is no host is none', () => {
    expect(toRequest(incoming('/', ['Host', 'paste.example:99999']), context)).toBeNull();
  });

  it('a request of Node has its method, and the context it is given', () => {
    const request = toRequest(incoming('/', HOST, 'PUT'), context) as Request;
    expect([request.method, requestContext(request)]).toEqual(['PUT', context]);
  });

  it('headers of a request are found in any spelling, and equal names are joined', () => {
    const raw = [...HOST, 'X-A', '1', 'x-a', '2', 'Cookie', 'a=1', 'Cookie', 'b=2'];
    const { headers } = toRequest(incoming('/', raw), context) as Request;
    const whole = new Headers();
    for (let index = 0; index < raw.length; index += 2) whole.append(raw[index] ?? '', raw[index + 1] ?? '');
    for (const name of ['x-a', 'X-A', 'host', 'x-missing', '__proto__', 'constructor'])
      expect([name, headers.get(name), headers.has(name)]).toEqual([name, whole.get(name), whole.has(name)]);
    expect(headers.get('cookie')).toBe('a=1; b=2');
  });

  it('the language of a request of Node is the one that its headers ask for', () => {
    const { headers } = toRequest(incoming('/', [...HOST, 'Accept-Language', 'de'], 'POST'), context) as Request;
    expect(inRequestLanguage(headers, { languages: ['en', 'de'], fallback: 'en' }, pageLanguage)).toBe('de');
  });

  it('of a header that may come once, the first counts', () => {
    const { headers } = toRequest(incoming('/', [...HOST, 'Authorization', 'Basic a', 'authorization', 'Bearer b']), context) as Request;
    expect(headers.get('authorization')).toBe('Basic a');
  });
});
