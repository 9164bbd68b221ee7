/** The notices that the licenses of others require in each copy of their programs. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { rootDir } from './source-hash.mjs';

const NOTICE = /^(?:licen[cs]e|notice|copying)(?:[-.](?:md|txt|mit))?$/i;

/** Finds the packages that have these modules, by their folders from the project's. */
export const packagesOf = (ids: Iterable<string>): string[] =>
  [...new Set([...ids].flatMap((id) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(relative(rootDir, id)) ?? []))].sort();

/** Reads the notices in the folder of a package. */
export async function licensesIn(folder: string): Promise<string[]> {
  const names = (await readdir(join(rootDir, folder))).filter((name) => NOTICE.test(name)).sort();
  return Promise.all(names.map((name) => readFile(join(rootDir, folder, name), 'utf8')));
}

/** Finds the folders of the packages that production installs, which browsers and the image get parts of. */
export async function productionPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(rootDir, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true; devOptional?: true; os?: string[] }>;
  };
  // Packages for one system alone bring their notice themselves; the image has no `sharp`.
  const installed = Object.entries(packages).filter(
    ([folder, { dev, devOptional, os }]) => folder && !dev && !devOptional && !os && !folder.includes('/@img/'),
  );
  const compiled = 'node_modules/next/dist/compiled';
  const inNext = await readdir(join(rootDir, compiled), { recursive: true });
  const ofNext = inNext.filter((file) => /^(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file)).sort();
  return [...installed.map(([folder]) => folder), ...ofNext.map((file) => join(compiled, dirname(file)))];
}

/** Writes our notice and those of the packages in these folders; the same text once, below all its names. */
export async function noticesOf(folders: readonly string[]): Promise<string> {
  const namesOf = new Map<string, string[]>();
  for (const folder of ['.', ...folders]) {
    const { name, version = '', license = '' } = JSON.parse(await readFile(join(rootDir, folder, 'package.json'), 'utf8'));
    const texts = await licensesIn(folder);
    for (const text of texts.length > 0 ? texts : [`License: ${license}`])
      namesOf.set(text, [...(namesOf.get(text) ?? []), `${name ?? folder.split('/compiled/')[1]} ${version}`.trim()]);
  }
  return [...namesOf].map(([text, names]) => `${names.join(', ')}\n\n${text.trim()}\n`).join(`\n${'-'.repeat(80)}\n\n`);
}
