import { siteFile } from '../site-file';

/** What people paste is not for search engines; what this site is may be found. */
const ROBOTS = `User-agent: *
Allow: /$
Allow: /docs/
Disallow: /
`;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = siteFile('text/plain; charset=utf-8', ROBOTS);
