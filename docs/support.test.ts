/** Versions that docs/support.md calls tested are those of the workflow, the image and the lock file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const workflow = read('.github/workflows/test.yml');
const cells = new Map(
  [...read('docs/support.md').matchAll(/^\| ([A-Z][\w ]+) \| (.*?) \| (.*?) \|/gm)].map(([, name = '', tested = '', used = '']) => [
    name,
    { tested, used },
  ]),
);
const all = (pattern: RegExp, text = workflow) => [...text.matchAll(pattern)].map(([, version]) => version);

it.each([
  ['Node', all(/\{ node: '([\d.]+)'/g).join(', ')],
  ['PostgreSQL', all(/image: postgres:(\d+)/g).join(', ')],
  ['Redis', all(/image: redis:(\d+)/g).join(', ')],
])('the support table names the %s versions that the workflow tests', (name, versions) => {
  expect(versions).not.toBe('');
  expect(cells.get(name)?.tested).toBe(versions);
});

it('the support table names the Node of the image and of package.json', () => {
  const image = all(/^FROM node:(\d+)/gm, read('Dockerfile'));
  expect(new Set(image).size).toBe(1);
  expect(cells.get('Node')?.used).toBe(`${image[0]} in the image`);
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  expect(cells.get('Node')?.tested.split(', ')[0]).toBe(engines.node.replace('>=', ''));
});

it('the support table names the browsers, runtimes and Helm that are tested', () => {
  expect(workflow).toContain('npm run test:firefox');
  expect(workflow).toMatch(/firefox-esr/);
  const [deno, bun] = [all(/deno@(\d+\.\d+)/g)[0], all(/bun@(\d+\.\d+)/g)[0]];
  expect(cells.get('Command line')?.tested).toBe(`Node as above, Deno ${deno}, Bun ${bun}`);
  const { devDependencies } = JSON.parse(read('e2e/helm/package.json')) as { devDependencies: Record<string, string> };
  const schemas = devDependencies['kubernetes-types']?.replace(/\.0$/, '');
  expect(cells.get('Kubernetes')?.tested).toBe(`the chart against the schemas of ${schemas}, by Helm 4`);
  const chart = /kubeVersion: ">=([\d.]+)\.0-0"/.exec(read('deploy/helm/Chart.yaml'))?.[1];
  expect(cells.get('Kubernetes')?.used).toBe(`from ${chart}`);
});

it('an image is published for x64 and arm64, where the SQLite driver has binaries', () => {
  expect(workflow).toContain('buildx build --platform linux/amd64,linux/arm64 ');
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, object> };
  const driver = Object.keys(packages).find((path) => path === 'node_modules/@photostructure/sqlite');
  for (const platform of ['linux-x64', 'linux-arm64'])
    expect(() => readFileSync(join(ROOT, `${driver}/prebuilds/${platform}/@photostructure+sqlite.glibc.node`))).not.toThrow();
});

it('SECURITY.md and the README say the same of versions as the support table', () => {
  expect(read('SECURITY.md')).toContain('[docs/support.md](docs/support.md#releases)');
  expect(read('README.md')).toContain('[supported versions](docs/support.md)');
});
