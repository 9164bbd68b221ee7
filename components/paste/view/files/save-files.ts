import { saveBlob } from '../model/view.download';
import type { ViewedFile } from '../model/view.files';

const PIECE_BYTES = 256 * 1024;

/** Never as what it may be: no browser opens `application/octet-stream` in place. */
export function saveFile(content: Blob, name: string): void {
  saveBlob(new Blob([content], { type: 'application/octet-stream' }), name);
}

/**
 * All as one archive, which is made here. Stored and not compressed: pictures don't shrink, and a page that compresses
 * can't be used meanwhile.
 * @param files with names that differ and that every system takes
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
      // Reading takes turns with whatever else the page does.
      entry.push(new Uint8Array(await content.slice(from, from + PIECE_BYTES).arrayBuffer()));
    }
    entry.push(new Uint8Array(0), true);
  }
  zip.end();
  return new Blob(pieces as BlobPart[], { type: 'application/zip' });
}
