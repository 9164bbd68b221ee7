/** Builds the command-line client: one file without dependencies, dist/cli/sealpaste.mjs, with reproducible bytes. */
import { join } from 'node:path';
import { sha256 } from '../lib/encoding/sha256';
import { bundle, forNode, replaceFile } from './bundle.mjs';
import { licensesIn, packagesOf } from './licenses';
import { rootDir } from './source-hash.mjs';

/** Long names of methods in uqr, which nothing else has: shorter ones save a kilobyte. */
const NAMES_IN_UQR =
  /^(getModule|draw[A-Z]\w+|setFunctionModule|addEccAndInterleave|applyMask|getPenaltyScore|getAlignmentPatternPositions|finderPenalty\w+|bitData|numChars)$/;

/** The notices that the licenses of these packages require in each copy: the lines of copyright, and the one permission that all share. */
async function banner(packages: readonly string[]): Promise<string> {
  const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
  const licenses = (await Promise.all(['.', ...packages].map(licensesIn))).flat();
  const [permission = ''] = licenses.map((text) => inOneLine(text.slice(text.indexOf('Permission is hereby granted'))));
  if (licenses.length <= packages.length || !licenses.every((text) => inOneLine(text).includes(permission)))
    throw new Error(`expected the MIT license in each of ${packages}`);
  const copyrights = licenses.flatMap((text) => text.match(/^Copyright .*$/gm) ?? []);
  return ['Sealpaste and what it contains. MIT License.', ...copyrights, permission].map((line) => `// ${line}\n`).join('');
}

/**
 * @param manifest of the pages, which the client carries; '' before pages are built
 * @throws Error when the client contains a package of another license
 */
export async function buildClient(manifest = ''): Promise<void> {
  const { version, build } = JSON.parse(manifest || '{}');
  const known = manifest && JSON.stringify({ version, build, sha256: sha256(manifest).toString('hex') });
  const output = { codeSplitting: false, minify: { mangleProps: { include: NAMES_IN_UQR } }, comments: false };
  const options = forNode({ write: false, minify: true, rolldownOptions: { input: 'cli/main.ts', output } });
  const define = { ...options.define, 'process.env.KNOWN_MANIFEST': JSON.stringify(known) };
  const [{ code, moduleIds }] = await bundle({ ...options, define });
  const text = `#!/usr/bin/env node\n${await banner(packagesOf(moduleIds))}${code}`;
  await replaceFile(join(rootDir, 'dist/cli/sealpaste.mjs'), text, 0o755);
}
