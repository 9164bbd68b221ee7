// @ts-check
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import pLimit from 'p-limit';

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];

/** Compressing smaller files saves no packet. */
const MIN_BYTES = 1024;
const COMPRESSIBLE = /\.(html|js|css|json|svg|wasm|txt)$/;

/**
 * Qualities of brotli and gzip. Of two fast cores, the best take 20 s for a build and save a reader of a link 7 kB of 100: worth it
 * for what many read, not for a first start.
 */
const QUALITIES = { quick: { br: 5, gz: 6 }, release: { br: 11, gz: 9 } };

/** Each takes some megabytes from its beginning; Node has four threads for them. */
const limit = pLimit(8);

/**
 * Writes a `.br` and a `.gz` beside every file of the folder that gets smaller.
 * @param {string} folder
 * @param {{ isRelease: boolean }} options a release is compressed as well as possible
 */
export async function precompress(folder, { isRelease }) {
  const { br, gz } = QUALITIES[isRelease ? 'release' : 'quick'];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(
    files.map((file) =>
      limit(async () => {
        const bytes = await readFile(join(folder, file));
        if (bytes.length < MIN_BYTES) return;
        const params = { [constants.BROTLI_PARAM_QUALITY]: br, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        const forms = { br: await brotli(bytes, { params }), gz: await gzipped(bytes, { level: gz }) };
        for (const [ending, compressed] of Object.entries(forms))
          if (compressed.length < bytes.length) await writeFile(join(folder, `${file}.${ending}`), compressed);
      }),
    ),
  );
}
