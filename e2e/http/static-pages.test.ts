/** Tests the pages that are files of the build, against a real process. */
import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { describe, expect, it } from 'vitest';
import { createPaste } from '../support/api';
import { memoryOf } from '../support/memory';
import { withService } from '../support/service';
import { connectRaw, type RawConnection } from '../support/sockets';

const ROOM = { HTTP_MAX_CONNECTIONS_PER_ADDRESS: '1000', HTTP_MAX_REQUESTS: '2000', RATE_LIMIT_PAGES: '0' };
const service = withService({ variables: { ...ROOM, SITE_NAME: 'Pastes of Ada', SITE_NOTICE: 'Closed on Sunday' } });

it('no part of a page that comes later starts another page', () => {
  const manifest = JSON.parse(readFileSync('dist/pages/.vite/manifest.json', 'utf8')) as Record<
    string,
    { isEntry?: true; imports?: string[]; dynamicImports?: string[] }
  >;
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  const neededBy = (key: string): Set<string> => {
    const found = new Set([key]);
    // The set grows while it is walked.
    for (const each of found)
      for (const next of [...(manifest[each]?.imports ?? []), ...(manifest[each]?.dynamicImports ?? [])]) found.add(next);
    return found;
  };
  expect(entries.length).toBeGreaterThan(9);
  for (const entry of entries) expect(entries.filter((each) => neededBy(entry).has(each))).toEqual([entry]);
});

describe.runIf(platform() === 'linux')('800 requests at once', () => {
  const COUNT = 800;
  /** Limit for a process that has just started, and that starts Next for the first page. */
  const MAX_PAGES_MEMORY_BYTES = 350 * 2 ** 20;

  /** Requests all paths at once, and readiness meanwhile. @returns the number of responses by status */
  async function statusesOf(pathOf: (index: number) => string): Promise<Record<string, number>> {
    const connections: RawConnection[] = [];
    for (let batch = 0; batch < COUNT / 100; batch++)
      connections.push(...(await Promise.all(Array.from({ length: 100 }, () => connectRaw(service.url)))));
    let waiting = connections.length;
    for (const [index, { socket, closed }] of connections.entries()) {
      socket.write(`GET ${pathOf(index)} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n`);
      void closed.then(() => {
        waiting -= 1;
      });
    }
    do expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    while (waiting > 0);
    return Object.fromEntries(
      [404, 503].map((status) => [status, connections.filter(({ received }) => received().startsWith(`HTTP/1.1 ${status} `)).length]),
    );
  }

  it('a flood for missing pages takes bounded memory while others are served', async () => {
    expect(await statusesOf((index) => `/nothing/${index}`)).toEqual({ 404: COUNT, 503: 0 });
    expect(memoryOf(service.web, 'VmHWM')).toBeLessThan(MAX_PAGES_MEMORY_BYTES);
  });
});

describe('the page of an encrypted link', () => {
  const create = async () => (await createPaste(service.url, { content: 'ciphertext', isE2ee: true })).publicId;

  async function look(path: string, headers: Record<string, string> = {}) {
    const response = await fetch(`${service.url}${path}`, { headers });
    const { date, link, 'x-request-id': id, ...others } = Object.fromEntries(response.headers);
    return { status: response.status, link, headers: others, body: await response.text() };
  }

  it('has the same bytes for every paste, theme and visitor, and names its own data', async () => {
    const [first, second] = [await create(), await create()];
    const { link, ...one } = await look(`/view/${first}`);
    expect(one).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache' } });
    expect(link).toBe(`</view/${first}/data>; rel=preload; as=fetch; crossorigin`);
    const visitors: Record<string, string>[] = [
      { Cookie: 'theme=dark; language=en', 'Accept-Language': 'de' },
      { 'Accept-Language': 'en-GB, de;q=0.5' },
      { 'User-Agent': 'curl/8' },
    ];
    for (const headers of visitors) {
      const { link: other, ...another } = await look(`/view/${second}`, headers);
      expect(another).toEqual(one);
      expect(other).toContain(`/view/${second}/data`);
    }
    expect(one.body).not.toContain('Pastes of Ada');
  });

  it('is one file a language, for everybody who reads it', async () => {
    const id = await create();
    const [chosen, accepted] = await Promise.all([
      look(`/view/${id}`, { Cookie: 'language=de' }),
      look(`/view/${id}`, { 'Accept-Language': 'de-AT, en;q=0.5' }),
    ]);
    expect(chosen).toEqual(accepted);
    expect(chosen.headers).toMatchObject({ 'content-language': 'de', vary: 'Accept-Encoding, Accept-Language, Cookie' });
    expect(chosen.body).toContain('<html lang="de" dir="ltr"');
  });

  it('counts no view; its data counts one', async () => {
    const publicId = await create();
    await look(`/view/${publicId}`);
    const views = async () => (await (await fetch(`${service.url}/view/${publicId}/data`)).json()).paste.viewCount;
    expect([await views(), await views()]).toEqual([1, 2]);
  });
});
