/** Finding a page, with the tests' own stand-ins for Next and for the files of the build. */
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { plainPageMessages } from '#components/messages/plain-page';
import type { Services } from '#lib/composition/services';
import { NotFoundError } from '#lib/http/errors';
import { isPageRead, setPageNotFound } from '#lib/http/page-status';
import type { Pages } from './next-pages';
import { createPageServer } from './page-server';

const { failed } = plainPageMessages;
const closing = new EventEmitter();
afterEach(() => void closing.emit('all'));

const [ENCRYPTED, PLAIN, GONE] = ['e', 'p', 'g'].map((letter) => letter.repeat(24)) as [string, string, string];

interface Options {
  anonymousRead?: 'on' | 'off';
  findKind?: (publicId: string, clientAddress: string | null) => Promise<'encrypted' | 'plain' | null>;
}

async function start({ anonymousRead = 'on', findKind }: Options = {}) {
  const rendered: { url: string | undefined; isRead: boolean; policy: string }[] = [];
  const pages: Pages = {
    isDevelopment: false,
    assets: () => false,
    close: async () => undefined,
    async handle({ url, headers }, outgoing) {
      rendered.push({ url, isRead: isPageRead(), policy: String(headers['content-security-policy']) });
      if (url === '/there/missing') setPageNotFound();
      outgoing.writeHead(url === '/there/broken' ? 500 : 200).write('rendered');
      outgoing.end();
    },
    files: {
      isRendered: (path) => path.startsWith('/there'),
      async read(name, asked) {
        if (asked['x-fails']) throw new Error('the file is gone');
        return { status: name.startsWith('missing') ? 404 : 200, body: name };
      },
    },
  };
  const services = {
    config: { BASE_URL: 'http://127.0.0.1', ANONYMOUS_READ: anonymousRead },
    sessions: { cookieName: 'session', findIn: async (cookie: string | null) => (cookie === 'session=x' ? { userId: 1 } : null) },
    site: { name: 'Paste & Co', colours: null, links: [] },
    secretRequests: { find: () => Promise.reject(new NotFoundError()) },
    pastes: {
      findKind: findKind ?? (async (publicId: string) => ({ [ENCRYPTED]: 'encrypted', [PLAIN]: 'plain' })[publicId] ?? null),
    },
  } as unknown as Services;
  const servePage = createPageServer({ services, pages, fail: (outgoing) => void outgoing.writeHead(500).end() });
  const server = createServer((incoming: IncomingMessage, outgoing) => {
    const context = { requestId: 'request-1', clientAddress: '127.0.0.1', incoming };
    void servePage(incoming, outgoing, context, (incoming.url ?? '').replace(/\?.*/, ''));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.once('all', () => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const get = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init });
  return { get, rendered };
}

describe('the page of a link', () => {
  it.each([
    ['an encrypted paste', `/view/${ENCRYPTED}`, 200, 'view'],
    ['a paste that is gone', `/view/${GONE}`, 404, 'missing-paste'],
    ['a malformed id', '/view/x', 404, 'missing-paste'],
    ['a request that is gone', `/request/${GONE}`, 404, 'missing-request'],
  ])('is a file for %s, with the address of its data', async (_, path, status, name) => {
    const { get, rendered } = await start();
    const response = await get(`${path}?raw`);
    expect([response.status, await response.text()]).toEqual([status, name]);
    expect(response.headers.get('link')).toBe(`<${path}/data>; rel=preload; as=fetch; crossorigin`);
    expect(response.headers.get('x-request-id')).toBe('request-1');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(rendered).toEqual([]);
  });

  it('has an opener policy, unless it is that of an encrypted paste', async () => {
    const { get } = await start();
    const policies = ['view', 'request'].map(async (kind) => (await get(`/${kind}/${kind === 'view' ? ENCRYPTED : GONE}`)).headers);
    const [view, request] = (await Promise.all(policies)).map((headers) => headers.get('cross-origin-opener-policy'));
    expect([view, request]).toEqual([null, 'same-origin']);
  });

  it('is rendered for a paste that the server alone encrypts', async () => {
    const { get, rendered } = await start();
    expect(await (await get(`/view/${PLAIN}`)).text()).toBe('rendered');
    expect(rendered).toMatchObject([{ url: `/view/${PLAIN}`, isRead: true }]);
  });

  it('counts no view for HEAD', async () => {
    const { get, rendered } = await start();
    await get(`/view/${PLAIN}`, { method: 'HEAD' });
    expect(rendered).toMatchObject([{ isRead: false }]);
  });

  it('leads visitors who may not read to the sign-in page, paste or no paste', async () => {
    const { get } = await start({ anonymousRead: 'off' });
    for (const publicId of [ENCRYPTED, PLAIN, GONE]) {
      const response = await get(`/view/${publicId}`);
      expect([response.status, response.headers.get('location')]).toEqual([307, `/account/gate?to=%2Fview%2F${publicId}`]);
    }
    expect(await (await get(`/view/${ENCRYPTED}`, { headers: { Cookie: 'session=x' } })).text()).toBe('view');
  });

  it('is looked for from the client’s address, which may be outside its networks', async () => {
    const asked: (string | null)[] = [];
    const findKind = async (_: string, clientAddress: string | null) => {
      asked.push(clientAddress);
      return null;
    };
    const { get } = await start({ findKind });
    expect([(await get(`/view/${ENCRYPTED}`)).status, asked]).toEqual([404, ['127.0.0.1']]);
  });

  it('is rendered when the database is away, so that it says so', async () => {
    const { get } = await start({ findKind: () => Promise.reject(new Error('away')) });
    expect(await (await get(`/view/${ENCRYPTED}`)).text()).toBe('rendered');
  });
});

describe('other pages', () => {
  it('a page that is the same for everybody is a file', async () => {
    const { get } = await start();
    const response = await get('/docs/how?x');
    expect([response.status, await response.text(), response.headers.get('link')]).toEqual([
      200,
      'how',
      '</data>; rel=preload; as=fetch; crossorigin',
    ]);
  });

  it('an address that no page has gets 404, and never reaches Next', async () => {
    const { get, rendered } = await start();
    const response = await get('/wp-login.php');
    expect([response.status, await response.text()]).toEqual([404, 'missing']);
    expect(rendered).toEqual([]);
  });

  it('a file that can’t be read is a failed page, and ends no process', async () => {
    const { get } = await start();
    expect((await get('/docs/how', { headers: { 'X-Fails': 'yes' } })).status).toBe(500);
  });

  it('a page that fails has words, a language and a number without any script', async () => {
    const { get } = await start();
    const response = await get('/there/broken', { headers: { 'Accept-Encoding': 'gzip' } });
    const html = await response.text();
    expect([response.status, response.headers.get('link'), response.headers.get('x-request-id')]).toEqual([500, null, 'request-1']);
    expect(response.headers.get('content-security-policy')).not.toContain('script-src');
    expect(html).toContain('<html lang="en" dir="ltr">');
    expect(html).toContain(`<title>${failed.broken.title} · Paste &amp; Co</title>`);
    expect(html).toContain(failed.broken.text('request-1'));
    expect(html).not.toContain('rendered');
  });

  it('a script’s request for a page that fails gets Next’s own response', async () => {
    const { get } = await start();
    const response = await get('/there/broken', { headers: { RSC: '1' } });
    expect([response.status, await response.text()]).toEqual([500, 'rendered']);
  });

  it('each rendered page has a nonce of its own, and the status that it says', async () => {
    const { get, rendered } = await start();
    const responses = [await get('/there'), await get('/there/missing')];
    expect(responses.map(({ status }) => status)).toEqual([200, 404]);
    expect(responses.map(({ headers }) => headers.get('content-security-policy'))).toEqual(rendered.map(({ policy }) => policy));
    expect(new Set(rendered.map(({ policy }) => policy)).size).toBe(2);
  });
});
