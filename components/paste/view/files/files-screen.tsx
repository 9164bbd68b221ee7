'use client';

import { useEffect, useState } from 'react';
import { listen } from '#components/ui/listen';
import { parseFragment } from '#lib/envelope/fragment';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import { showLines } from '../model/view-address';
import type { ViewedFile } from '../model/view-files';
import { type FilesState, ready } from '../model/view-state';
import { sizeOfFile, textOf } from '../model/view-text';
import type { OpenedPaste } from '../ready/opened-paste';
import { ReadyScreen } from '../ready/ready-screen';
import { PasteFiles } from '../text/pictures';
import { FileList } from './file-list';
import { FileBody } from './picture';
import { useSaving } from './use-saving';

const NO_TEXT = textOf('');

/** Shows the list of a paste's files, and below it the chosen file as a text page. */
export function FilesScreen({ state, ...opened }: OpenedPaste & { state: FilesState }) {
  const { paste, linkKey, onLines } = opened;
  const { title, entries } = state;
  const [current, setCurrent] = useState(() => entryOfAddress(entries));
  const text = current.text ?? NO_TEXT;
  const saving = useSaving({ title, publicId: paste.publicId, isOnly: paste.burnAfterRead, entries });

  useEffect(() => listen(window, 'hashchange', () => setCurrent(entryOfAddress(entries))), [entries]);

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
        {saving.said}
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
          name: current.name,
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
