import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { zipFiles } from './use-saving';

const contentsOf = async (archive: Blob) =>
  Object.entries(unzipSync(new Uint8Array(await archive.arrayBuffer()))).map(([name, bytes]) => [name, bytes.length]);

it('the archive has every file, byte for byte', async () => {
  const large = Uint8Array.from({ length: 700_000 }, (_, at) => at % 251);
  const archive = await zipFiles([
    { name: 'large.bin', content: new Blob([large]) },
    { name: 'größe.txt', content: new Blob(['x']) },
    { name: 'empty', content: new Blob([]) },
  ]);
  expect(await contentsOf(archive)).toEqual([
    ['large.bin', 700_000],
    ['größe.txt', 1],
    ['empty', 0],
  ]);
  const saved = unzipSync(new Uint8Array(await archive.arrayBuffer()))['large.bin'] ?? new Uint8Array();
  expect(Buffer.compare(saved, large)).toBe(0);
});
