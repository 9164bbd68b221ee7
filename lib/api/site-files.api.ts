/** The small files that browsers and search engines ask a site for. */

import { SITE_ICON } from '../site/site.icon.rules';
import { SITE_NAME, SITE_TAGLINE } from '../site/site.rules';
import { defineRoute } from './define-route';
import { uncounted } from './policies';

/** Half a day: these files change with a release at most. */
const MAX_AGE_SECONDS = 43_200;

const policy = uncounted({ 'Cache-Control': `public, max-age=${MAX_AGE_SECONDS}`, 'X-Content-Type-Options': 'nosniff' });

function siteFile(path: `/${string}`, summary: string, contentType: string, body: string) {
  return defineRoute({
    method: 'GET',
    path,
    policy,
    summary,
    responses: { 200: { description: 'The file.', contentTypes: [contentType] } },
    handle: async () => ({ status: 200, headers: { 'Content-Type': contentType }, body }),
  });
}

/** What people paste is not for search engines; what this site is may be found. */
const ROBOTS = `User-agent: *
Allow: /$
Allow: /docs/
Disallow: /
`;

const MANIFEST = {
  name: SITE_NAME,
  short_name: SITE_NAME,
  description: SITE_TAGLINE,
  start_url: '/',
  display: 'minimal-ui',
  background_color: '#ffffff',
  theme_color: '#ffffff',
  icons: [{ src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' }],
};

export const siteFileRoutes = [
  siteFile('/robots.txt', 'What search engines may read', 'text/plain; charset=utf-8', ROBOTS),
  siteFile('/icon.svg', 'The icon of every page', 'image/svg+xml', SITE_ICON),
  siteFile('/favicon.ico', 'The same, for programs that ask for this name without having read a page', 'image/svg+xml', SITE_ICON),
  siteFile(
    '/manifest.webmanifest',
    'What the site is called where it is installed',
    'application/manifest+json; charset=utf-8',
    JSON.stringify(MANIFEST),
  ),
];
