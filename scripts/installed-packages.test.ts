/** What `npm ci` runs and fetches. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

interface LockedPackage {
  name?: string;
  integrity?: string;
  optional?: true;
  hasInstallScript?: true;
}

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> };
const installed = Object.entries(packages).filter(([path]) => path !== '');
/** The package itself, under whatever name it is installed. */
const nameOf = ([path, { name }]: [string, LockedPackage]) =>
  name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

it('every package except optional ones for other platforms has a hash', () => {
  const unknown = installed.filter(([, { integrity, optional }]) => integrity === undefined && !optional);
  expect(unknown.map(([path]) => path)).toEqual([]);
});

it('no native module is downloaded without a hash: the SQLite driver is compiled', () => {
  const downloaders = new Set(['prebuild-install', 'node-pre-gyp', '@mapbox/node-pre-gyp', 'prebuildify', 'node-gyp-build']);
  expect(installed.filter((entry) => downloaders.has(nameOf(entry))).map(([path]) => path)).toEqual([]);
});

it('only these packages run a script on install', () => {
  expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(nameOf)).toEqual([
    '@prisma/engines',
    'better-sqlite3',
    'esbuild',
    'prisma',
  ]);
});
