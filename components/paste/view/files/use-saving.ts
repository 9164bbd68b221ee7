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

/** Saves texts and files, and asks before somebody leaves the only copy. `said`: what has happened. */
export function useSaving({ title, publicId, isOnly, entries }: Saved) {
  const [said, say] = useState('');
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

  return { said, isPacking, take, save, saveAll, release };
}

/**
 * Packs all files into one archive in this browser. Doesn't compress: pictures don't shrink, and compressing would block the page.
 * @param files their names must differ and be valid on every system
 */
export async function zipFiles(files: readonly Pick<ViewedFile, 'name' | 'content'>[]): Promise<Blob> {
  const { zipSync } = await import('fflate');
  const contents = await Promise.all(files.map(async ({ name, content }) => [name, new Uint8Array(await content.arrayBuffer())] as const));
  return new Blob([zipSync(Object.fromEntries(contents), { level: 0 })], { type: 'application/zip' });
}
