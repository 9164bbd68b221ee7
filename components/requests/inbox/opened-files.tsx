import { Download, File } from 'lucide-react';
import { useState } from 'react';
import { formatBytes } from '#components/messages/format';
import { viewFilesMessages as messages } from '#components/messages/view-files';
import { saveFile, zipFiles } from '#components/paste/view/files/save-files';
import { viewFiles } from '#components/paste/view/model/view-files';
import { Button } from '#components/ui/button';
import type { SealedFile } from '#lib/envelope/envelope-files';
import styles from '../requests.module.css';

interface OpenedFilesProps {
  files: readonly SealedFile[];
  /** The name of the archive of all files. */
  archiveName: string;
  /** @param names the names of the saved files */
  onTaken: (names: readonly string[]) => void;
}

export function OpenedFiles({ files, archiveName, onTaken }: OpenedFilesProps) {
  const [viewed] = useState(() => viewFiles({ title: '', syntax: '', content: '', files }));
  const [said, setSaid] = useState('');

  function save(name: string, content: Blob): void {
    saveFile(content, name);
    setSaid(messages.saved);
    onTaken([name]);
  }

  async function saveAll(): Promise<void> {
    setSaid(messages.packing);
    try {
      saveFile(await zipFiles(viewed), `${archiveName}.zip`);
      setSaid(messages.saved);
      onTaken(viewed.map(({ name }) => name));
    } catch {
      setSaid(messages.archiveFailed);
    }
  }

  return (
    <>
      <ul className={styles.files} aria-label={messages.list}>
        {viewed.map(({ name, content }) => (
          <li key={name}>
            <File aria-hidden size={16} />
            <bdi>{name}</bdi>
            <span className={styles.muted}>{formatBytes(content.size)}</span>
            <Button onClick={() => save(name, content)} aria-label={messages.downloadOne(name)}>
              <Download aria-hidden size={16} />
              {messages.download}
            </Button>
          </li>
        ))}
      </ul>
      <p className={styles.muted}>{messages.notShownHint}</p>
      {viewed.length > 1 ? (
        <div>
          <Button onClick={() => void saveAll()} title={messages.downloadAllHint}>
            {messages.downloadAll}
          </Button>
        </div>
      ) : null}
      <p role="status" className={styles.muted}>
        {said}
      </p>
    </>
  );
}
