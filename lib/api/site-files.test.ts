/** A host with a name: what its settings make of the files that browsers ask for. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSite } from '../composition/build-site';
import { endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { loadConfig } from '../config/config';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const SVG = '<?xml version="1.0"?>\n<!-- ours -->\n<svg xmlns="http://www.w3.org/2000/svg"/>';
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');

const folder = mkdtempSync(join(tmpdir(), 'sealpaste-site-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(content: string | Uint8Array): string {
  const file = join(folder, 'logo');
  writeFileSync(file, content);
  return file;
}

const siteWith = (environment: Record<string, string>) =>
  buildSite(loadConfig({ MASTER_KEY: Buffer.alloc(32, 7).toString('base64'), ...environment } as never, folder));

let services: Awaited<ReturnType<typeof openTestServices>>;
beforeAll(async () => {
  services = await openTestServices({
    SITE_NAME: 'Acme <Paste>',
    SITE_LOGO: fileWith(SVG),
    SITE_COLOR: '#8b0000',
    ABUSE_CONTACT: 'abuse@acme.example',
  });
});
afterAll(() => services.end());

it('the manual and the manifest have the name of the host', async () => {
  expect((await send(at('/help.txt'))).text).toMatch(/^Acme <Paste>: paste text/);
  const { text } = await send(at('/manifest.webmanifest'));
  expect(JSON.parse(text)).toMatchObject({
    name: 'Acme <Paste>',
    icons: [
      { src: services.site.logo?.path, type: 'image/svg+xml' },
      { src: '/apple-touch-icon.png', type: 'image/png', sizes: '512x512' },
    ],
  });
});

it('what a phone shares has an address, where the server reads none of it', async () => {
  const { share_target: target, id } = JSON.parse((await send(at('/manifest.webmanifest'))).text);
  expect(target).toMatchObject({ action: '/share/target', method: 'POST', enctype: 'multipart/form-data' });
  expect(id).toBe('/');
  const { status, headers } = await send(at(target.action), { form: { text: 'canary' } });
  expect([status, headers.get('location'), headers.get('service-worker-allowed')]).toEqual([303, '/?shared=lost', null]);
  expect((await send(at(target.action))).headers.get('location')).toBe('/');
  expect(JSON.stringify(services.lines)).not.toContain('canary');
});

it('the icon for home screens is a picture of the size that the manifest says', async () => {
  const { status, headers, text } = await send(at('/apple-touch-icon.png'));
  const picture = readFileSync('lib/site/site-icon.png');
  expect([status, headers.get('content-type'), text]).toEqual([200, 'image/png', picture.toString('utf8')]);
  expect([picture.toString('latin1', 1, 4), picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual(['PNG', 512, 512]);
});

it('the logo is given out as it is, and nothing in it runs when it is opened', async () => {
  const { status, headers, text } = await send(at('/site-logo'));
  expect([status, headers.get('content-type'), text]).toEqual([200, 'image/svg+xml', SVG]);
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
});

it('the colours are values, for both themes', async () => {
  const colour = expect.stringMatching(/^#[0-9a-f]{6}$/);
  const colours = { accent: colour, hover: colour, soft: colour, ink: colour };
  expect(await send(at('/data'))).toMatchObject({
    body: { site: { colours: { light: { ...colours, accent: '#8b0000', ink: '#ffffff' }, dark: colours } } },
  });
});

it('the contact file has what RFC 9116 asks for', async () => {
  const { headers, text } = await send(at('/.well-known/security.txt'));
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? [];
  expect(text).toMatch(/^Contact: mailto:abuse@acme\.example\n/);
  expect(Date.parse(expires)).toBeGreaterThan(Date.now());
});

it('what the operator has not set is missing, and nobody keeps that in mind', async () => {
  const plain = await openTestServices();
  try {
    for (const path of ['/site-logo', '/.well-known/security.txt']) {
      const { status, headers } = await send(at(path));
      expect([path, status, headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
    }
  } finally {
    await plain.end();
  }
});

it('another logo has another address', async () => {
  const first = await siteWith({ SITE_LOGO: fileWith(PNG) });
  const second = await siteWith({ SITE_LOGO: fileWith(SVG) });
  expect(first.logo?.contentType).toBe('image/png');
  expect(first.logo?.path).not.toBe(second.logo?.path);
});

it.each([
  ['nothing', ''],
  ['a page', '<!doctype html><p>'],
  ['a JPEG', Buffer.from('ffd8ffe0', 'hex')],
])('a logo that is %s is refused by name', async (_, content) => {
  await expect(siteWith({ SITE_LOGO: fileWith(content) })).rejects.toThrow('SITE_LOGO: expected an SVG or PNG file');
});

it('a logo of more than 100 KiB, or none, is refused by name', async () => {
  await expect(siteWith({ SITE_LOGO: fileWith(Buffer.concat([PNG, Buffer.alloc(102_400)])) })).rejects.toThrow(
    'SITE_LOGO: expected a file of at most 100 KiB',
  );
  await expect(siteWith({ SITE_LOGO: join(folder, 'missing') })).rejects.toThrow("SITE_LOGO: can't be read (ENOENT)");
});

it('the footer has the operator’s links in their order', async () => {
  const { links } = await siteWith({ LINK_TERMS: '/terms', LINK_IMPRINT: '/imprint', LINKS: 'Help=/help', ABUSE_CONTACT: 'a@b.example' });
  expect(links.map((link) => ('kind' in link ? link.kind : link.label))).toEqual(['imprint', 'terms', 'Help', 'abuse']);
});
