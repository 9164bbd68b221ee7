/**
 * The small files that browsers, search engines, and people who look for a contact ask a site for; the files of the build
 * for users of the client and for installed pages; and the address at which these take what a phone shares.
 */
import { join } from 'node:path';
import type { Services } from '../composition/services';
import { CLIENT_FILE, loadBuiltFile, replyWithBuiltFile, SHARE_WORKER_FILE } from '../http/built-file';
import { NotFoundError } from '../http/errors';
import { type Reply, TEXT_TYPE } from '../http/reply';
import { addressOf } from '../site/address.rules';
import { SHARE_TARGET, SHARE_WORKER, SHARED_FIELD, type Shared } from '../site/share.rules';
import type { SiteAsset } from '../site/site';
import { SITE_ICON } from '../site/site-icon.rules';
import { webManifest } from '../site/web-manifest.rules';
import { defineRoute } from './define-route';
import { uncounted } from './policies';

/** Half a day, because these files change only with a release or the operator's settings. */
const MAX_AGE_SECONDS = 43_200;
/** RFC 9116 wants the date to be less than a year away. */
const CONTACT_TTL_MS = 90 * 86_400_000;

/** Policy for a logo that is opened as a document: no script in it may run. */
const INERT = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** The files are the same for everybody and stay in memory. */
const policyOf = (cacheControl: string, contentSecurityPolicy: string) =>
  uncounted({ 'Cache-Control': cacheControl, 'Content-Security-Policy': contentSecurityPolicy, 'X-Content-Type-Options': 'nosniff' });
const usual = policyOf(`public, max-age=${MAX_AGE_SECONDS}`, INERT);

function siteFile(path: `/${string}`, summary: string, contentTypes: string[], file: (services: Services) => Reply | Promise<Reply>) {
  return defineRoute('GET', path, {
    policy: usual,
    summary,
    responses: { 200: { description: 'The file.', contentTypes } },
    handle: async ({ services }) => file(services),
  });
}

const respondWith = (contentType: string, body: string | Uint8Array): Reply => ({
  status: 200,
  headers: { 'Content-Type': contentType },
  body,
});

/** @throws NotFoundError when the operator has set none */
function respondWithAsset(asset: SiteAsset | null): Reply {
  if (!asset) throw new NotFoundError();
  return respondWith(asset.contentType, asset.body);
}

const SVG = 'image/svg+xml';
const PNG = 'image/png';
/** Phones also ask for this name by themselves. */
const TOUCH_ICON = '/apple-touch-icon.png';
/** The icon on white, drawn from SITE_ICON, for the home screens of phones, which take no SVG. */
const TOUCH_ICON_FILE = 'lib/site/site-icon.png';
const TOUCH_ICON_SIZES = '512x512';
const MANIFEST_TYPE = 'application/manifest+json';

/** Search engines may read the start page and the documentation, but no paste. */
const robots = () => `User-agent: *
Allow: ${addressOf('/')}$
Allow: ${addressOf('/docs/')}
Disallow: ${addressOf('/')}
`;

function manifestOf({ site: { name, logo } }: Services) {
  const icons = [
    { src: logo?.path ?? addressOf('/icon.svg'), type: logo?.contentType ?? SVG, sizes: 'any' },
    // Phones that take no SVG; the program's own seal stands in for an operator's drawing.
    ...(logo?.contentType === PNG ? [] : [{ src: addressOf(TOUCH_ICON), type: PNG, sizes: TOUCH_ICON_SIZES }]),
  ];
  return { name, short_name: name, icons, ...webManifest() };
}

/** RFC 9116. @throws NotFoundError when the operator gives no contact */
function contactFile({ site, config }: Services): Reply {
  if (site.abuseContact === null) throw new NotFoundError();
  const expires = new Date(Date.now() + CONTACT_TTL_MS).toISOString();
  // RFC 9116 §3: the file is at the root of the host, even when the service is below a path.
  const canonical = new URL('/.well-known/security.txt', config.BASE_URL);
  return respondWith(TEXT_TYPE, `Contact: ${site.abuseContact}\nExpires: ${expires}\nCanonical: ${canonical}\n`);
}

export const siteFileRoutes = [
  siteFile('/robots.txt', 'What search engines may read', ['text/plain'], () => respondWith(TEXT_TYPE, robots())),
  siteFile('/icon.svg', 'The icon of every page', [SVG], () => respondWith(SVG, SITE_ICON)),
  siteFile('/favicon.ico', 'The same, for programs that ask for this name without having read a page', [SVG, 'image/png'], ({ site }) =>
    site.logo ? respondWithAsset(site.logo) : respondWith(SVG, SITE_ICON),
  ),
  siteFile(TOUCH_ICON, 'The icon for the home screens of phones', [PNG], async ({ site, config }) =>
    site.logo?.contentType === PNG
      ? respondWithAsset(site.logo)
      : respondWith(PNG, (await loadBuiltFile(join(config.rootDir, TOUCH_ICON_FILE))).bytes),
  ),
  siteFile('/manifest.webmanifest', 'What the site is called where it is installed', [MANIFEST_TYPE], (services) =>
    respondWith(`${MANIFEST_TYPE}; charset=utf-8`, JSON.stringify(manifestOf(services))),
  ),
  siteFile('/site-logo', "The operator's logo", [SVG, 'image/png'], ({ site }) => respondWithAsset(site.logo)),
  siteFile('/.well-known/security.txt', 'Where to tell of abuse and security problems', ['text/plain'], contactFile),
];

/** Caches may keep the files of the build but ask each time whether they have changed. */
const ASK = 'public, no-cache';
const inert = policyOf(ASK, "default-src 'none'; frame-ancestors 'none'; sandbox");
/** Forbids the service worker every request to the network. */
const offline = policyOf(ASK, "default-src 'none'");

function builtFile(path: `/${string}`, summary: string, file: string, contentType: string, policy = inert) {
  return defineRoute('GET', path, {
    policy,
    summary,
    responses: { 200: { description: 'The file.', contentTypes: [contentType] } },
    async handle({ request, services }) {
      const built = await loadBuiltFile(join(services.config.rootDir, file)).catch((error: NodeJS.ErrnoException) => {
        // In development there is no manifest.
        throw error.code === 'ENOENT' ? new NotFoundError() : error;
      });
      return replyWithBuiltFile(request, built, `${contentType}; charset=utf-8`);
    },
  });
}

export const builtFileRoutes = [
  builtFile('/cli/sealpaste.mjs', 'The command-line client', CLIENT_FILE, 'text/javascript'),
  builtFile('/.well-known/sealpaste-manifest.json', 'The hashes of everything a browser loads', '.next/manifest.json', 'application/json'),
  builtFile('/licenses.txt', 'The notices of all programs in this one', 'dist/licenses.txt', 'text/plain'),
  // docs/decisions/0106-one-service-worker.md
  builtFile(SHARE_WORKER, 'The service worker of an installed page', SHARE_WORKER_FILE, 'text/javascript', offline),
];

/** Files that are served with it cost no query. */
const unstored = uncounted({ 'Cache-Control': 'no-store' });

/** Sends a phone that shares to the editor (docs/decisions/0106-one-service-worker.md). */
const toEditor = (method: 'GET' | 'POST', summary: string, query: string) =>
  defineRoute(method, SHARE_TARGET, {
    policy: unstored,
    summary,
    responses: { 303: { description: 'The editor.', contentTypes: [] } },
    handle: async (): Promise<Reply> => ({ status: 303, headers: { Location: addressOf(`/${query}`) }, body: null }),
  });

export const shareRoutes = [
  // Nothing is read of what was shared: it got past a service worker that is missing, and is not encrypted.
  toEditor('POST', 'What a phone shares, where no service worker takes it', `?${SHARED_FIELD}=${'lost' satisfies Shared}`),
  toEditor('GET', 'The same address, opened by hand', ''),
];
