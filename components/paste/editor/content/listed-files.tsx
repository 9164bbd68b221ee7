import { ChevronDown, ChevronUp, type LucideIcon, Pencil, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { editorMessages as messages } from '#components/messages/editor';
import { formatBytes } from '#components/messages/format';
import { Button } from '#components/ui/button';
import scrolling from '#components/ui/scrolling-list.module.css';
import type { Draft, DraftFile } from '../model/editor-draft';
import { contentOf } from '../model/editor-files';
import type { EditorStore } from '../store/editor-store';
import { FileIcon } from './file-icon';
import styles from './files.module.css';

/** The dialog's code loads when somebody edits a file. */
const FileDialog = lazy(async () => ({ default: (await import('./file-dialog')).FileDialog }));

interface ListedFilesProps {
  draft: Draft;
  isLocked: boolean;
  store: EditorStore;
  /** Called when the last file is removed with its button, which had the focus. */
  onEmptied: () => void;
}

type Action = 'up' | 'down' | 'remove';

export function ListedFiles({ draft, isLocked, store, onEmptied }: ListedFilesProps) {
  const { files, keepsMetadata } = draft;
  const [edited, setEdited] = useState<DraftFile | null>(null);
  const list = useRef<HTMLUListElement>(null);
  /** The button that gets the focus once the list has changed, because the pressed one is gone or has moved. */
  const next = useRef<{ index: number; action: Action } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list has changed when the files have
  useEffect(() => {
    const { index, action } = next.current ?? {};
    next.current = null;
    if (index !== undefined) list.current?.children[index]?.querySelector<HTMLElement>(`[data-action=${action}]`)?.focus();
  }, [files]);

  function remove(file: DraftFile, index: number): void {
    if (files.length === 1) onEmptied();
    else next.current = { index: Math.min(index, files.length - 2), action: 'remove' };
    store.removeListed(file);
  }

  function move(file: DraftFile, index: number, by: -1 | 1): void {
    if (!files[index + by]) return;
    next.current = { index: index + by, action: by < 0 ? 'up' : 'down' };
    store.moveListed(file, by);
  }

  return (
    <>
      <ul ref={list} className={`${scrolling.list} ${styles.files}`} aria-label={messages.files}>
        {files.map((file, index) => (
          <li key={file.name} className={styles.row}>
            <FileIcon file={file} />
            <span className={styles.about}>
              <bdi className={`ellipsis ${styles.name}`} translate="no">
                {file.name}
              </bdi>
              <span className={styles.size}>{formatBytes(contentOf(file, keepsMetadata).size)}</span>
              {file.photo ? <PhotoNote removed={file.photo.removed} isKept={keepsMetadata} /> : null}
            </span>
            <Action
              label={(file.isText ? messages.editFile : messages.renameFile)(file.name)}
              icon={Pencil}
              isLocked={isLocked}
              onClick={() => setEdited(file)}
            />
            {files.length > 1 ? (
              <>
                <Action
                  action="up"
                  label={messages.moveUp(file.name)}
                  icon={ChevronUp}
                  isLocked={isLocked}
                  isAtEnd={index === 0}
                  onClick={() => move(file, index, -1)}
                />
                <Action
                  action="down"
                  label={messages.moveDown(file.name)}
                  icon={ChevronDown}
                  isLocked={isLocked}
                  isAtEnd={index === files.length - 1}
                  onClick={() => move(file, index, 1)}
                />
              </>
            ) : null}
            <Action
              action="remove"
              label={messages.removeFile(file.name)}
              icon={X}
              isLocked={isLocked}
              onClick={() => remove(file, index)}
            />
          </li>
        ))}
      </ul>
      {edited ? (
        <Suspense>
          <FileDialog file={edited} onSave={(name, text) => store.editListed(edited, name, text)} onClose={() => setEdited(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

interface ActionProps {
  label: string;
  icon: LucideIcon;
  action?: Action;
  isLocked: boolean;
  /** Whether the file can't be moved further; the button keeps the focus. */
  isAtEnd?: boolean;
  onClick: () => void;
}

function Action({ label, icon: Icon, action, isLocked, isAtEnd = false, onClick }: ActionProps) {
  return (
    <Button
      variant="quiet"
      className={styles.action}
      disabled={isLocked}
      aria-disabled={isAtEnd || undefined}
      onClick={onClick}
      aria-label={label}
      data-action={action}
    >
      <Icon aria-hidden size={16} />
    </Button>
  );
}

function PhotoNote({ removed, isKept }: { removed: readonly (keyof typeof messages.metadata)[]; isKept: boolean }) {
  const what = removed.map((kind) => messages.metadata[kind]).join(', ');
  return (
    <span className={isKept ? styles.keptNote : styles.note}>{isKept ? messages.keptMetadata(what) : messages.removedMetadata(what)}</span>
  );
}
