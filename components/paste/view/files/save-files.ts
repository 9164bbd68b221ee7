import type { ViewedFile } from '../model/view-files';

const PIECE_BYTES = 256 * 1024;

/**
 * Packs all files into one archive in this browser. Doesn't compress: pictures don't shrink, and compressing would block
 * the page.
 * @param files their names must differ and be valid on every system
 */
export async function zipFiles(files: readonly Pick<ViewedFile, 'name' | 'content'>[]): Promise<Blob> {
  const { Zip, ZipPassThrough } = await import('fflate');
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for (const { name, content } of files) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    for (let from = 0; from < content.size; from += PIECE_BYTES) {
      // Reading in pieces leaves the page responsive.
      entry.push(new Uint8Array(await content.slice(from, from + PIECE_BYTES).arrayBuffer()));
    }
    entry.push(new Uint8Array(0), true);
  }
  zip.end();
  return new Blob(pieces as BlobPart[], { type: 'application/zip' });
}
