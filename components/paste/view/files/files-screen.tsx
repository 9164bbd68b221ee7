'use client';

import { useEffect, useRef, useState } from 'react';
import { viewFilesMessages as messages } from '#components/messages/view-files';
import { useLeaveGuard } from '#components/ui/use-leave-guard';
import { archiveFileNames } from '#lib/envelope/envelope-names';
import { parseFragment } from '#lib/envelope/fragment';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import { showLines } from '../model/view-address';
import type { ViewedPaste } from '../model/view-data';
import { fileName } from '../model/view-download';
import type { ViewedFile } from '../model/view-files';
import { type FilesState, ready } from '../model/view-state';
import { sizeOfFile, textOf } from '../model/view-text';
import type { OpenedPaste } from '../ready/opened-paste';
import { ReadyScreen } from '../ready/ready-screen';
import { PasteFiles } from '../text/pictures';
import { FileList } from './file-list';
import { FileBody } from './picture';
import { saveFile, zipFiles } from './save-files';

const NO_TEXT = textOf('');

/** Shows the list of a paste's files, and below it the chosen file as a text page. */
export function FilesScreen({ state, ...opened }: OpenedPaste & { state: FilesState }) {
  const { paste, linkKey, onLines } = opened;
  const { title, entries } = state;
  const [current, setCurrent] = useState(() => entryOfAddress(entries));
  const [said, setSaid] = useState('');
  const text = current.text ?? NO_TEXT;
  const saving = useSaving(paste, state, setSaid);

  useEffect(() => {
    const follow = () => setCurrent(entryOfAddress(entries));
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [entries]);

  function show(entry: ViewedFile): void {
    setCurrent(entry);
    onLines(null);
    showLines(paste, linkKey, null, entry.number);
  }

  const list = (
    <>
      <FileList
        entries={entries}
        current={current}
        isPacking={saving.isPacking}
        onShow={show}
        onSave={saving.save}
        onSaveAll={() => void saving.saveAll()}
      />
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  );
  const own = entries.find(({ number }) => number === undefined);
  const whole = {
    title,
    language: own?.syntax ?? PLAIN_TEXT,
    text: own?.text ?? NO_TEXT,
    files: entries.filter((entry) => entry !== own),
  };
  return (
    <PasteFiles value={entries}>
      <ReadyScreen
        // Each file has its own language, search and reading position.
        key={current.number ?? 0}
        {...opened}
        state={{ ...ready({ title, syntax: current.syntax }, text, true, text.bytes), size: sizeOfFile(text) }}
        file={{
          number: current.number,
          list,
          body: current.kind === 'text' ? null : <FileBody file={current} onSave={() => saving.save(current)} />,
          paste: whole,
          onSave: () => saving.save(current),
          onDuplicated: saving.release,
        }}
      />
    </PasteFiles>
  );
}

/** Finds the file that the link names; else the first. */
function entryOfAddress(entries: readonly ViewedFile[]): ViewedFile {
  const { file } = parseFragment(location.hash);
  return entries.find(({ number }) => number === file) ?? (entries[0] as ViewedFile);
}

/** Saves files, and asks before somebody leaves the only copy. */
function useSaving(paste: ViewedPaste, { title, entries }: FilesState, say: (words: string) => void) {
  const [isPacking, setPacking] = useState(false);
  const release = useLeaveGuard(paste.burnAfterRead);
  const saved = useRef(new Set<ViewedFile>());
  const nameOf = ({ name, syntax }: ViewedFile) => name || fileName(title, syntax, paste.publicId);

  function save(entry: ViewedFile): void {
    saveFile(entry.content, nameOf(entry));
    saved.current.add(entry);
    if (saved.current.size === entries.length) release();
    say(messages.saved);
  }

  async function saveAll(): Promise<void> {
    setPacking(true);
    say(messages.packing);
    try {
      const names = archiveFileNames(entries.map(nameOf));
      const archive = await zipFiles(entries.map(({ content }, index) => ({ content, name: names[index] as string })));
      saveFile(archive, `${archiveFileNames([title || paste.publicId])[0]}.zip`);
      release();
      say(messages.saved);
    } catch {
      say(messages.archiveFailed);
    }
    setPacking(false);
  }

  return { isPacking, save, saveAll, release };
}
