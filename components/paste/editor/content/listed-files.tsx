import { File, FileText, Image, Pencil, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { editorMessages as messages } from '#components/messages/editor';
import { formatBytes } from '#components/messages/format';
import { Button } from '#components/ui/button';
import { MAX_DRAFT_BYTES } from '../drafts/draft-storage';
import type { Draft, DraftFile } from '../model/editor-draft';
import { contentOf } from '../model/editor-files';
import type { EditorStore } from '../store/editor-store';
import styles from './files.module.css';

/** The dialog's code loads when somebody edits a file. */
const FileDialog = lazy(async () => ({ default: (await import('./file-dialog')).FileDialog }));

export function ListedFiles({ draft, isLocked, store }: { draft: Draft; isLocked: boolean; store: EditorStore }) {
  const [edited, setEdited] = useState<DraftFile | null>(null);
  return (
    <>
      <ul className={styles.files} aria-label={messages.files}>
        {draft.files.map((file) => (
          <li key={file.name} className={styles.row}>
            {file.isText ? (
              <FileText aria-hidden size={16} />
            ) : file.content.type.startsWith('image/') ? (
              <Image aria-hidden size={16} />
            ) : (
              <File aria-hidden size={16} />
            )}
            <span className={styles.about}>
              <bdi className={`ellipsis ${styles.name}`} translate="no">
                {file.name}
              </bdi>
              {file.photo ? <PhotoNote removed={file.photo.removed} isKept={draft.keepsMetadata} /> : null}
            </span>
            <span className={styles.size}>{formatBytes(contentOf(file, draft.keepsMetadata).size)}</span>
            {file.isText && file.content.size <= MAX_DRAFT_BYTES ? (
              <Button
                variant="quiet"
                className={styles.action}
                disabled={isLocked}
                onClick={() => setEdited(file)}
                aria-label={messages.editFile(file.name)}
              >
                <Pencil aria-hidden size={16} />
              </Button>
            ) : null}
            <Button
              variant="quiet"
              className={styles.action}
              disabled={isLocked}
              onClick={() => store.removeListed(file)}
              aria-label={messages.removeFile(file.name)}
            >
              <X aria-hidden size={16} />
            </Button>
          </li>
        ))}
      </ul>
      {edited ? (
        <Suspense>
          <FileDialog file={edited} onSave={(text) => store.editListed(edited, text)} onClose={() => setEdited(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

function PhotoNote({ removed, isKept }: { removed: readonly (keyof typeof messages.metadata)[]; isKept: boolean }) {
  const what = removed.map((kind) => messages.metadata[kind]).join(', ');
  return (
    <span className={isKept ? styles.keptNote : styles.note}>{isKept ? messages.keptMetadata(what) : messages.removedMetadata(what)}</span>
  );
}
