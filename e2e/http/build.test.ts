/** Tests that the build contains none of the framework's entry points that we don't use. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#lib/api/routes';
import { hashSources, rootDir } from '../../scripts/source-hash.mjs';

const BUILD = join(rootDir, '.next');

const manifest = <T>(name: string): T => JSON.parse(readFileSync(join(BUILD, name), 'utf8')) as T;

/** All files under a folder, by their path from the project's. */
function filesUnder(folder: string, pattern: RegExp): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file))
    .map((file) => relative(rootDir, join(folder, file)));
}

it('the build is named by its sources and tells nothing of its machine', () => {
  expect(readFileSync(join(BUILD, 'BUILD_ID'), 'utf8')).toBe(hashSources());
  const today = new Date().toISOString().slice(0, 10);
  const telling = [rootDir, homedir(), hostname(), today].filter((text) => text.length > 5).map((text) => Buffer.from(text));
  const files = [join(BUILD, 'static'), join(rootDir, 'dist/pages')]
    .flatMap((folder) => filesUnder(folder, /(?<!\.br|\.gz)$/))
    .filter((file) => statSync(join(rootDir, file)).isFile());
  expect(files.length).toBeGreaterThan(100);
  for (const file of [...files, 'dist/cli/sealpaste.mjs']) {
    const bytes = readFileSync(join(rootDir, file));
    expect([file, telling.filter((text) => bytes.includes(text)).map(String)]).toEqual([file, []]);
  }
});

/** All that a program of dist/ loads at its start. */
function loadedBy(file: string, loaded = new Map<string, string>()): Map<string, string> {
  if (loaded.has(file)) return loaded;
  const code = readFileSync(file, 'utf8');
  loaded.set(file, code);
  for (const [, path = ''] of code.matchAll(/^(?:import|\} from)\b.*"(\.\.?\/[^"]+\.js)";$/gm)) loadedBy(join(dirname(file), path), loaded);
  return loaded;
}

it.each(['web', 'worker', 'admin'])('%s starts without what few services need', (program) => {
  const code = [...loadedBy(join(rootDir, `dist/${program}.js`)).values()].join('\n');
  expect(code).toContain('// node_modules/zod/v4/locales/en.js');
  // The bot, the encryption of backups, and zod's words in other languages were half of what a process loaded.
  expect(code.match(/^\s*\/\/ node_modules\/(grammy|age-encryption|zod\/v4\/locales\/de)\b.*/gm)).toBeNull();
});

it('the client has at most 120,000 bytes, so that each call starts fast', () => {
  expect(statSync(join(rootDir, 'dist/cli/sealpaste.mjs')).size).toBeLessThanOrEqual(120_000);
});

it('the program that every page loads has no icon of a single page', () => {
  const frames = filesUnder(join(rootDir, 'dist/pages/assets'), /^frame-.*\.js$/);
  expect(frames).toHaveLength(1);
  for (const file of frames) {
    const code = readFileSync(join(rootDir, file), 'utf8');
    expect(code).toContain('settings-2');
    // The names of icons stand in them: these are of administrators, of files and of the search.
    expect(code.match(/stethoscope|folder-archive|whole-word/)).toBeNull();
  }
});

it('the notices name each package that our programs contain', () => {
  const notices = readFileSync(join(rootDir, 'dist/licenses.txt'), 'utf8');
  const programs = filesUnder(join(rootDir, 'dist'), /^(?:chunks\/)?[\w-]+\.js$/);
  const contained = programs.flatMap((file) => [
    ...readFileSync(join(rootDir, file), 'utf8').matchAll(/^\s*\/\/ node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm),
  ]);
  const names = new Set([...contained.map(([, name]) => name), 'react', 'shiki', 'next', '@vercel/og']);
  expect(names.size).toBeGreaterThan(30);
  for (const name of names) expect(notices).toMatch(new RegExp(`(?:^|, )${name}(?: [\\d.]+\\S*)?(?:,|$)`, 'm'));
});

describe('the build has', () => {
  it('no Server Action', () => {
    const manifests = filesUnder(BUILD, /server-reference-manifest\.json$/);
    expect(manifests).toContain('.next/server/server-reference-manifest.json');
    for (const file of manifests) {
      const { node, edge } = JSON.parse(readFileSync(join(rootDir, file), 'utf8')) as { node: object; edge: object };
      expect([file, Object.keys(node), Object.keys(edge)]).toEqual([file, [], []]);
    }
    const sources = ['app', 'components', 'lib'].flatMap((folder) => filesUnder(join(rootDir, folder), /\.tsx?$/));
    expect(sources.filter((file) => /^\s*['"]use server['"]/m.test(readFileSync(join(rootDir, file), 'utf8')))).toEqual([]);
  });

  it('each endpoint has a route handler, and only slashes and short links move', () => {
    const routes = manifest<{
      staticRoutes: { page: string; regex: string }[];
      dynamicRoutes: { page: string; regex: string }[];
      rewrites: object;
      redirects: { source: string; destination: string; internal?: boolean }[];
      headers: unknown[];
      basePath: string;
      i18n?: unknown;
    }>('routes-manifest.json');
    expect(routes.rewrites).toEqual({ beforeFiles: [], afterFiles: [], fallback: [] });
    const pages = manifest<Record<string, string>>('app-path-routes-manifest.json');
    const handlers = new Set(Object.keys(pages).flatMap((file) => (file.endsWith('/route') ? [pages[file]] : [])));
    const mounts = [...routes.staticRoutes, ...routes.dynamicRoutes].filter(({ page }) => handlers.has(page));
    // Pages that our server alone serves load their data; plain Next renders these pages. Two paths have a page, which excludes a handler.
    const mounted = endpoints.filter(({ path }) => !path.endsWith('/data') && path !== '/' && path !== '/account/mail');
    const missing = mounted.filter(({ path }) => !mounts.some(({ regex }) => new RegExp(regex).test(path.replace(/[:*]/g, ''))));
    expect(missing.map(({ path }) => path)).toEqual([]);
    expect(routes.redirects.map(({ source, destination }) => [source, destination])).toEqual([
      ['/:path+/', '/:path+'],
      ['/:id([0-9A-Za-z]{24}):ending(\\.\\w{1,16})?', '/view/:id'],
    ]);
    expect(routes.headers).toEqual([]);
    expect(routes.basePath).toBe('');
    expect(routes.i18n).toBeUndefined();
    expect(readFileSync(join(BUILD, 'server/interception-route-rewrite-manifest.js'), 'utf8')).toContain('"[]"');
  });

  it('no middleware, which would stand between a request and its guards', () => {
    const { middleware, functions } = manifest<{ middleware: object; functions: object }>('server/middleware-manifest.json');
    expect([middleware, functions]).toEqual([{}, {}]);
    // instrumentation.ts handles no request: it only builds the services for plain Next, which has no composition root.
    for (const name of ['middleware', 'proxy'])
      for (const extension of ['ts', 'js', 'mjs']) expect(existsSync(join(rootDir, `${name}.${extension}`))).toBe(false);
  });

  it('no image optimizer', () => {
    const { images } = manifest<{
      images: { unoptimized: boolean; remotePatterns: unknown[]; domains: unknown[]; dangerouslyAllowSVG: boolean };
    }>('images-manifest.json');
    expect(images).toMatchObject({ unoptimized: true, remotePatterns: [], domains: [], dangerouslyAllowSVG: false });
  });

  it('no page rendered beforehand, in one language', () => {
    const { routes, dynamicRoutes } = manifest<{ routes: object; dynamicRoutes: object }>('prerender-manifest.json');
    const hasExtension = (route: string) => /\.\w+$/.test(route);
    const pages = Object.keys(routes).filter((route) => !route.startsWith('/_') && !hasExtension(route));
    expect(pages).toEqual([]);
    expect(Object.keys(dynamicRoutes)).toEqual([]);
  });

  it('only route handlers that mount the endpoints, where the guards are', () => {
    const handlers = Object.keys(manifest<Record<string, string>>('app-path-routes-manifest.json'))
      .filter((file) => file.endsWith('/route'))
      .map((file) => readFileSync(join(rootDir, `app${file}.ts`), 'utf8'));
    expect(handlers.length).toBeGreaterThan(5);
    for (const handler of handlers) expect(handler).toMatch(/^export \{[^}]*\} from '#app\/mount';$/m);
  });
});
