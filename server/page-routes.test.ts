import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readPageRoutes } from './page-routes';

const rootDir = mkdtempSync(join(tmpdir(), 'routes-'));
afterAll(() => rmSync(rootDir, { recursive: true }));

/** Routes in the form in which Next writes them. */
const MANIFEST = {
  staticRoutes: [
    { page: '/', regex: '^/(?:/)?$' },
    { page: '/_not-found', regex: '^/_not\\-found(?:/)?$' },
    { page: '/account', regex: '^/account(?:/)?$' },
  ],
  dynamicRoutes: [{ page: '/view/[publicId]', regex: '^/view/([^/]+?)(?:/)?$' }],
  redirects: [
    { source: '/:path+/', regex: '^(?:/((?:[^/]+?)(?:/(?:[^/]+?))*))/$' },
    { source: '/:id([0-9A-Za-z]{24})', regex: '^(?!/_next)(?:/([0-9A-Za-z]{24}))(?:/)?$' },
  ],
};

describe('whether Next has a page', () => {
  it.each([
    ['/', true],
    ['/account', true],
    ['/view/abc', true],
    ['/abcdefghijABCDEFGHIJ1234', true],
    ['/account/', true],
    ['/nothing/', true],
    ['/nothing', false],
    ['/wp-login.php', false],
    ['/view', false],
    ['/view/abc/def', false],
    ['/_not-found', false],
    ['/_next/nothing', false],
  ])('%s: %s', (path, expected) => {
    mkdirSync(join(rootDir, '.next'), { recursive: true });
    writeFileSync(join(rootDir, '.next/routes-manifest.json'), JSON.stringify(MANIFEST));
    expect(readPageRoutes(rootDir)(path)).toBe(expected);
  });
});
