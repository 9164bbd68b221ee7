'use client';

import Download from 'lucide-react/icons/download';
import File from 'lucide-react/icons/file';
import FileText from 'lucide-react/icons/file-text';
import FolderArchive from 'lucide-react/icons/folder-archive';
import Image from 'lucide-react/icons/image';
import { useEffect, useRef } from 'react';
import { viewFilesMessages as messages } from '#components/messages/view-files';
import { Button } from '#components/ui/button';
import { IconButton } from '#components/ui/icon-button';
import scrolling from '#components/ui/scrolling-list.module.css';
import { formatBytes } from '#lib/locales/format.rules';
import type { ViewedFile } from '../model/view-files';
import styles from './files.module.css';

interface FileListProps {
  entries: readonly ViewedFile[];
  current: ViewedFile;
  isPacking: boolean;
  onShow: (entry: ViewedFile) => void;
  onSave: (entry: ViewedFile) => void;
  onSaveAll: () => void;
}

const ICONS = { text: FileText, picture: Image, other: File };

export function FileList({ entries, current, isPacking, onShow, onSave, onSaveAll }: FileListProps) {
  const files = entries.filter(({ number }) => number !== undefined);
  const list = useRef<HTMLUListElement>(null);
  const at = entries.indexOf(current);

  // Scrolls the list to the row of the file in view, and never the page.
  useEffect(() => {
    const [box, row] = [list.current, list.current?.children[at]];
    if (!box || !row) return;
    const [shown, wanted] = [box.getBoundingClientRect(), row.getBoundingClientRect()];
    if (wanted.top < shown.top || wanted.bottom > shown.bottom)
      box.scrollTop += wanted.top - shown.top - (shown.height - wanted.height) / 2;
  }, [at]);

  const bytes = files.reduce((sum, { content }) => sum + content.size, 0);
  return (
    <nav className={`not-printed ${styles.files}`} aria-label={messages.list}>
      <div className={styles.head}>
        <p className={styles.count}>{messages.count({ count: files.length, size: formatBytes(bytes) })}</p>
        {entries.length > 1 ? (
          <Button variant="quiet" disabled={isPacking} onClick={onSaveAll} title={messages.downloadAllHint} icon={FolderArchive}>
            {isPacking ? messages.packing : messages.downloadAll}
          </Button>
        ) : null}
      </div>
      <ul ref={list} className={`${scrolling.list} ${styles.list}`}>
        {entries.map((entry) => {
          const Icon = ICONS[entry.kind];
          const name = entry.name || messages.ownText;
          return (
            <li key={entry.number ?? 0} className={styles.row}>
              <button type="button" className={styles.show} aria-current={entry === current || undefined} onClick={() => onShow(entry)}>
                <Icon aria-hidden size={16} />
                {/* `bdi` isolates a right-to-left name, so that the size keeps its place. */}
                <bdi className="ellipsis" translate={entry.name ? 'no' : undefined}>
                  {name}
                </bdi>
                <span className={styles.size}>{formatBytes(entry.content.size)}</span>
              </button>
              <IconButton label={messages.downloadOne(name)} title={messages.download} icon={Download} onClick={() => onSave(entry)} />
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
