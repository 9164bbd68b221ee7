// @ts-check
/** Bundles a script that browsers run without Next: one text, with the same bytes on every host. */
import * as esbuild from 'esbuild';
import { basePathOf } from './base-path.mjs';
import { rootDir } from './source-hash.mjs';

/** @param {string} entry @returns {Promise<string>} */
export async function bundleScript(entry) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: rootDir,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    // Sentences are English here: no mark is replaced (scripts/generate-messages.mjs).
    define: { 'process.env.BASE_PATH': JSON.stringify(basePathOf(process.env.BASE_URL)), 'process.env.MARKED_MESSAGES': '""' },
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
