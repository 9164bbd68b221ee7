// @ts-check
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];

/** Compressing smaller files saves no packet. */
const MIN_BYTES = 1024;
/** For larger files, such as most grammars, the highest quality would take three times as long and save a fiftieth. */
const LARGE_BYTES = 300_000;
const COMPRESSIBLE = /\.(js|css|json|svg|wasm|txt)$/;

/**
 * Writes a `.br` and a `.gz` beside every file of the folder that gets smaller, once per build, at the highest quality that is
 * worth its time.
 * @param {string} folder
 * @param {{ hasGzip?: boolean }} [options] without gzip, who takes no brotli gets the file as it is
 */
export async function precompress(folder, { hasGzip = true } = {}) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(join(folder, file));
      if (bytes.length < MIN_BYTES) return;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: bytes.length < LARGE_BYTES ? 11 : 10,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      const forms = { br: await brotli(bytes, { params }), ...(hasGzip ? { gz: await gzipped(bytes, { level: 9 }) } : {}) };
      for (const [ending, compressed] of Object.entries(forms))
        if (compressed.length < bytes.length) await writeFile(join(folder, `${file}.${ending}`), compressed);
    }),
  );
}
