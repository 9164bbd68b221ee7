import type { LucideIcon } from 'lucide-react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import File from 'lucide-react/icons/file';
import FileText from 'lucide-react/icons/file-text';
import Image from 'lucide-react/icons/image';
import Pencil from 'lucide-react/icons/pencil';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { editorMessages as messages } from '#components/messages/editor';
import { Button } from '#components/ui/button';
import { Dialog } from '#components/ui/dialog';
import { lazyPart, NotLoaded } from '#components/ui/lazy-part';
import scrolling from '#components/ui/scrolling-list.module.css';
import { useLoaded } from '#components/ui/use-loaded';
import { formatBytes, formatList } from '#lib/locales/format.rules';
import styles from './files.module.css';
import { type Attachment, contentOf, type Draft, type DraftFile } from './model/editor-draft';
import type { PasteEditor } from './model/paste-editor';
import type { CleanedPhoto } from './model/photo/photo-bytes';

/** The dialog's code loads when somebody edits a file. */
const FileDialog = lazyPart(async () => (await import('./file-dialog')).FileDialog, Unedited);

function Unedited({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={messages.files} onClose={onClose}>
      <NotLoaded />
    </Dialog>
  );
}

interface ListedFilesProps {
  draft: Draft;
  isLocked: boolean;
  editor: PasteEditor;
  /** Called when the last file is removed with its button, which had the focus. */
  onEmptied: () => void;
}

type Action = 'edit' | 'up' | 'down' | 'remove';

const WAYS = [
  { action: 'up', by: -1, icon: ChevronUp, words: 'moveUp' },
  { action: 'down', by: 1, icon: ChevronDown, words: 'moveDown' },
] as const;

export function ListedFiles({ draft, isLocked, editor, onEmptied }: ListedFilesProps) {
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
    editor.removeListed(file);
  }

  function move(file: DraftFile, index: number, by: -1 | 1): void {
    if (!files[index + by]) return;
    next.current = { index: index + by, action: by < 0 ? 'up' : 'down' };
    editor.moveListed(file, by);
  }

  const actionsOf = (file: DraftFile, index: number): Omit<ActionProps, 'isLocked'>[] => {
    const edit = (file.isText ? messages.editFile : messages.renameFile)(file.name);
    const ways = WAYS.map(({ by, words, ...way }) => ({
      ...way,
      label: messages[words](file.name),
      isAtEnd: !files[index + by],
      onClick: () => move(file, index, by),
    }));
    return [
      { action: 'edit', label: edit, icon: Pencil, onClick: () => setEdited(file) },
      ...(files.length > 1 ? ways : []),
      { action: 'remove', label: messages.removeFile(file.name), icon: X, onClick: () => remove(file, index) },
    ];
  };

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
              {file.photo ? <PhotoNote photo={file.photo} isKept={keepsMetadata} /> : null}
            </span>
            {actionsOf(file, index).map((each) => (
              <Action key={each.action} isLocked={isLocked} {...each} />
            ))}
          </li>
        ))}
      </ul>
      {edited ? (
        <FileDialog file={edited} onSave={(name, text) => editor.editListed(edited, name, text)} onClose={() => setEdited(null)} />
      ) : null}
    </>
  );
}

interface ActionProps {
  label: string;
  icon: LucideIcon;
  action: Action;
  isLocked: boolean;
  /** Whether the file can't be moved further; the button keeps the focus. */
  isAtEnd?: boolean;
  onClick: () => void;
}

function Action({ label, action, isLocked, isAtEnd = false, ...button }: ActionProps) {
  const attributes = { disabled: isLocked, 'aria-disabled': isAtEnd || undefined, 'aria-label': label, 'data-action': action };
  return <Button variant="quiet" className={styles.action} {...attributes} {...button} />;
}

function PhotoNote({ photo, isKept }: { photo: CleanedPhoto | 'uncleaned'; isKept: boolean }) {
  if (photo === 'uncleaned') return <span className={styles.keptNote}>{messages.uncleaned}</span>;
  const what = formatList(photo.removed.map((kind) => messages.metadata[kind]));
  return (
    <span className={isKept ? styles.keptNote : styles.note}>{isKept ? messages.keptMetadata(what) : messages.removedMetadata(what)}</span>
  );
}

/** Pixels of a thumbnail's side: sharp on screens with two of them for each of the page's. */
const THUMBNAIL_PIXELS = 64;

/** Shows a picture as a thumbnail, and every other file, or a picture that can't be decoded, as an icon. */
function FileIcon({ file: { content, isText } }: { file: DraftFile }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isPicture = !isText && content.type.startsWith('image/');
  // A canvas, because the page's policy allows no picture with an address of its own.
  const isShown = useLoaded(() => (isPicture ? renderThumbnail(content, canvas.current) : undefined), content) ?? false;

  const Icon = isText ? FileText : isPicture ? Image : File;
  return (
    <>
      {isShown ? null : <Icon aria-hidden size={16} />}
      {isPicture ? (
        <canvas
          ref={canvas}
          className={styles.thumbnail}
          width={THUMBNAIL_PIXELS}
          height={THUMBNAIL_PIXELS}
          hidden={!isShown}
          aria-hidden
        />
      ) : null}
    </>
  );
}

/** @returns whether the browser could decode the picture */
async function renderThumbnail(content: Blob, canvas: HTMLCanvasElement | null): Promise<boolean> {
  const picture = await createImageBitmap(content).catch(() => null);
  if (picture === null) return false;
  const scale = THUMBNAIL_PIXELS / Math.min(picture.width, picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  canvas?.getContext('2d')?.drawImage(picture, (THUMBNAIL_PIXELS - width) / 2, (THUMBNAIL_PIXELS - height) / 2, width, height);
  picture.close();
  return true;
}

interface AttachmentCardProps {
  attachment: Attachment;
  isLocked: boolean;
  onRemove: () => void;
}

/** Shows the name of a file while the worker reads it. */
export function ReadFile({ name }: { name: string }) {
  return (
    <p className={styles.chip}>
      <FileText aria-hidden size={16} />
      <span className={`ellipsis ${styles.name}`}>{messages.reading(name)}</span>
    </p>
  );
}

/** Shows the name, size and first lines of a file that is pasted instead of the text. The rest of it never enters the document. */
export function AttachmentCard({ attachment: { name, content, beginning }, isLocked, onRemove }: AttachmentCardProps) {
  return (
    <section className={styles.card} aria-label={name}>
      <div className={styles.chip}>
        <FileText aria-hidden size={16} />
        <bdi className={`ellipsis ${styles.name}`}>{name}</bdi>
        <span className={styles.size}>{formatBytes(content.size)}</span>
        <Action action="remove" label={messages.removeFile(name)} icon={X} isLocked={isLocked} onClick={onRemove} />
      </div>
      <section className={styles.preview} aria-label={messages.beginning}>
        <pre translate="no" dir="auto">
          {beginning}
        </pre>
      </section>
    </section>
  );
}
