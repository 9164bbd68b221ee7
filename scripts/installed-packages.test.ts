/** Tests which programs `npm ci` runs and what it fetches. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

interface LockedPackage {
  name?: string;
  integrity?: string;
  optional?: true;
  link?: true;
  hasInstallScript?: true;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const lockfiles = ['', ...foldersIn('e2e')]
  .map((folder) => join(folder, 'package-lock.json'))
  .filter((file) => existsSync(join(root, file)));

function foldersIn(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return entries.map(({ name }) => join(folder, name));
}

function lockedIn(lockfile: string): [string, LockedPackage][] {
  const { packages } = JSON.parse(readFileSync(join(root, lockfile), 'utf8')) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages).filter(([path]) => path !== '');
}

const installed = lockedIn('package-lock.json');
/** The package's own name, which may differ from the name of its folder. */
const nameOf = ([path, { name }]: [string, LockedPackage]) =>
  name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Packages whose hashes were missing when the file was written; `npm view NAME@VERSION dist.integrity` shows them. */
const WITHOUT_HASH = [
  ...['android-arm64', 'android-x64', 'darwin-arm64', 'darwin-x64', 'linux-arm64-musl', 'linux-x64-musl', 'win32-arm64', 'win32-x64'].map(
    (platform) => `@biomejs/cli-${platform}`,
  ),
  ...['darwin-arm64', 'darwin-x64', 'win32-arm64-msvc', 'win32-x64-msvc'].map((platform) => `@next/swc-${platform}`),
  ...['android-arm-eabi', 'android-arm64', 'darwin-arm64', 'darwin-x64', 'freebsd-x64', 'linux-arm-gnueabihf', 'linux-arm-musleabihf'].map(
    (platform) => `@oxc-parser/binding-${platform}`,
  ),
  ...['linux-ppc64-gnu', 'linux-riscv64-gnu', 'linux-riscv64-musl', 'linux-s390x-gnu', 'openharmony-arm64', 'win32-arm64-msvc'].map(
    (platform) => `@oxc-parser/binding-${platform}`,
  ),
  ...['win32-ia32-msvc', 'win32-x64-msvc'].map((platform) => `@oxc-parser/binding-${platform}`),
];

it('every package of a lockfile has a hash, but for named build tools', () => {
  expect(lockfiles.toSorted()).toEqual([
    'e2e/api-tools/package-lock.json',
    'e2e/firefox/package-lock.json',
    'e2e/helm/package-lock.json',
    'package-lock.json',
  ]);
  const unknown = lockfiles.flatMap(lockedIn).filter(([, { integrity, link }]) => !link && !/^sha(256|384|512)-/.test(integrity ?? ''));
  expect(unknown.map(nameOf)).toEqual(WITHOUT_HASH);
  // All of them are optional: they build pages and check sources, and never run in the service.
  expect(unknown.filter(([, { optional }]) => !optional)).toEqual([]);
});

it('no native module is downloaded without a hash', () => {
  const downloaders = new Set(['prebuild-install', 'node-pre-gyp', '@mapbox/node-pre-gyp', 'prebuildify']);
  expect(installed.filter((entry) => downloaders.has(nameOf(entry))).map(([path]) => path)).toEqual([]);
});

it('no compiler is needed: the SQLite driver brings its binaries', () => {
  const driver = join(root, 'node_modules/@photostructure/sqlite');
  const { scripts } = JSON.parse(readFileSync(join(driver, 'package.json'), 'utf8')) as { scripts: { install: string } };
  expect(scripts.install).toBe('node-gyp-build');
  // The driver's names contain glibc on macOS, too.
  const platforms = [
    'linux-x64/glibc',
    'linux-x64/musl',
    'linux-arm64/glibc',
    'linux-arm64/musl',
    'darwin-x64/glibc',
    'darwin-arm64/glibc',
  ];
  const binaryOf = (platform: string) => join(driver, 'prebuilds', `${platform.replace('/', '/@photostructure+sqlite.')}.node`);
  const missing = platforms.filter((platform) => !existsSync(binaryOf(platform)));
  expect(missing).toEqual([]);
});

it('only these packages run a script on install', () => {
  expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(nameOf)).toEqual([
    '@photostructure/sqlite',
    '@prisma/engines',
    'prisma',
  ]);
});
