/** The address of the repository is the same wherever a release names it, and is nowhere while there is none. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LINK_SOURCE } from '#lib/site/source.rules';

/** How a file has the address. */
const inPackage = (more: object) => (text: string, source: string) => {
  const { repository, homepage, bugs } = JSON.parse(text);
  const expected = { repository: { type: 'git', url: `git+${source}.git`, ...more }, homepage: source, bugs: `${source}/issues` };
  expect({ repository, homepage, bugs }).toEqual(source ? expected : {});
};
const asLine = (line: (source: string) => string) => (text: string, source: string) => {
  const [before = '', after = ''] = line('|').split('|');
  const found = text.match(new RegExp(`^${before}.*${after}$`, 'gm')) ?? [];
  expect(found).toEqual(source ? [line(source)] : []);
};

it.each([
  ['package.json', inPackage({})],
  ['cli/package.json', inPackage({ directory: 'cli' })],
  ['deploy/helm/Chart.yaml', asLine((source) => `home: ${source}`)],
  ['Dockerfile', asLine((source) => `LABEL org.opencontainers.image.source="${source}"`)],
])('%s has the address of the repository once there is one', (path, expectAddress) => {
  expectAddress(readFileSync(path, 'utf8'), LINK_SOURCE);
});
