// @ts-check
/** `npm run link-source` writes the address of the repository (lib/site/source.rules.ts) wherever a release names it, or takes it out. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rootDir } from './source-hash.mjs';

/** @param {string} text of a package.json @param {string} source @param {Record<string, string>} more of `repository` */
function inPackage(text, source, more = {}) {
  const { repository: _, homepage: __, bugs: ___, ...rest } = JSON.parse(text);
  const links = source && { repository: { type: 'git', url: `git+${source}.git`, ...more }, homepage: source, bugs: `${source}/issues` };
  const entries = Object.entries(rest).flatMap((entry) => (entry[0] === 'license' ? [entry, ...Object.entries(links)] : [entry]));
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

/** Files with the address, and how each has it. @type {Record<string, (text: string, source: string) => string>} */
export const PLACES = {
  'package.json': inPackage,
  'cli/package.json': (text, source) => inPackage(text, source, { directory: 'cli' }),
  'deploy/helm/Chart.yaml': (text, source) =>
    text.replace(/^(?:home|sources):.*\n/gm, '').replace(/^type:/m, `${source && `home: ${source}\nsources: ["${source}"]\n`}type:`),
  Dockerfile: (text, source) =>
    text
      .replace(/^LABEL org\.opencontainers\.image\.source=.*\n/m, '')
      .replace(/^USER node$/m, `${source && `LABEL org.opencontainers.image.source="${source}"\n`}USER node`),
  'docs/verify.md': (text, source) => text.replace(/(?<=^git clone )\S+/m, source || 'https://example.org/sealpaste'),
};

if (process.argv[1] && relative(process.argv[1], fileURLToPath(import.meta.url)) === '') {
  const [, source = ''] = /LINK_SOURCE: string = '(.*)';/.exec(readFileSync(join(rootDir, 'lib/site/source.rules.ts'), 'utf8')) ?? [];
  for (const [path, write] of Object.entries(PLACES)) {
    const file = join(rootDir, path);
    writeFileSync(file, write(readFileSync(file, 'utf8'), source));
  }
}
