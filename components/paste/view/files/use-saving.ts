import { useRef, useState } from 'react';
import { viewFilesMessages as messages } from '#components/messages/view-files';
import { useLeaveGuard } from '#components/ui/use-leave-guard';
import { archiveFileNames } from '#lib/envelope/envelope-names';
import { fileName, save as saveAs } from '../model/view-download';
import type { ViewedFile } from '../model/view-files';

interface Saved {
  title: string;
  /** Names what has neither a name nor a title. */
  publicId: string;
  isOnly: boolean;
  entries: readonly ViewedFile[];
}

/** Saves texts and files, and asks before somebody leaves the only copy. @param say shows what has happened */
export function useSaving({ title, publicId, isOnly, entries }: Saved, say: (words: string) => void) {
  const [isPacking, setPacking] = useState(false);
  const release = useLeaveGuard(isOnly);
  const taken = useRef(new Set<ViewedFile>());
  const nameOf = ({ name, syntax }: ViewedFile) => name || fileName(title, syntax, publicId);

  /** Notes that an entry was saved or copied. */
  function take(entry: ViewedFile): void {
    taken.current.add(entry);
    if (taken.current.size === entries.length) release();
  }

  function save(entry: ViewedFile): void {
    saveAs(entry.content, nameOf(entry));
    take(entry);
    say(messages.saved);
  }

  async function saveAll(): Promise<void> {
    setPacking(true);
    say(messages.packing);
    try {
      const names = archiveFileNames(entries.map(nameOf));
      const archive = await zipFiles(entries.map(({ content }, index) => ({ content, name: names[index] as string })));
      saveAs(archive, `${archiveFileNames([title || publicId])[0]}.zip`);
      release();
      say(messages.saved);
    } catch {
      say(messages.archiveFailed);
    }
    setPacking(false);
  }

  return { isPacking, take, save, saveAll, release };
}

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
