/** The bundle that pages load has a size limit, and nothing that only other pages need. */
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bundled } from '../testing/bundled';

const folder = fileURLToPath(new URL('.', import.meta.url));
/** Size of the bundle when this was written, and a little room. */
const MAX_BROTLI_BYTES = 4 * 1024;

const bundle = (entry: string) => bundled(entry, folder);

describe.each([
  ['reading', "export { openPaste } from './envelope-open'", /envelope[.-](seal|encode)|jwe_/],
  ['reading without a password', "export { openWithKey } from './envelope-direct'", /envelope[.-](seal|encode|wrapping|files)|jwe_/],
  ['writing', "export { sealPaste } from './envelope-seal'", /envelope[.-](open|decode)|jwe_/],
  ['inspecting', "export { inspectEnvelope } from './envelope'", /envelope[.-](open|seal|key)|jwe_/],
])('%s in a browser', (_, entry, unwanted) => {
  it('loads little, and nothing of what others do', async () => {
    const { code, files } = await bundle(entry);
    expect(brotliCompressSync(code).length).toBeLessThan(MAX_BROTLI_BYTES);
    expect(files.filter((path) => unwanted.test(path))).toEqual([]);
  });

  it('the envelope’s bundle is its folder and jose, and needs neither Node nor window', async () => {
    const { code, files } = await bundle(entry);
    expect(files.filter((path) => !/(^|\/)(lib\/envelope\/envelope[\w.-]+|node_modules\/jose\/.*)$/.test(path))).toEqual([]);
    expect(code).not.toMatch(/\b(Buffer|process|require|window|document|navigator|Math\.random)\b(?!["'`:])/);
  });
});
