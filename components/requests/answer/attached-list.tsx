import { File, Paperclip, X } from 'lucide-react';
import { answerMessages as messages } from '#components/messages/answer';
import { formatBytes } from '#components/messages/format';
import { Button } from '#components/ui/button';
import { FileButton } from '#components/ui/file-button';
import styles from './answer.module.css';
import type { AttachedFile } from './answer-state';

interface AttachedListProps {
  files: readonly AttachedFile[];
  isLocked: boolean;
  onAttach: (files: readonly globalThis.File[]) => void;
  onDetach: (file: AttachedFile) => void;
}

/** Lists the files of the answer, with a button to add some. */
export function AttachedList({ files, isLocked, onAttach, onDetach }: AttachedListProps) {
  return (
    <div className={styles.attached}>
      {files.length === 0 ? null : (
        <>
          <ul aria-label={messages.attached}>
            {files.map((file) => (
              <li key={file.name}>
                <File aria-hidden size={16} />
                <bdi translate="no">{file.name}</bdi>
                <span className={styles.muted}>{formatBytes(file.content.size)}</span>
                <Button variant="quiet" disabled={isLocked} onClick={() => onDetach(file)} aria-label={messages.detach(file.name)}>
                  <X aria-hidden size={16} />
                </Button>
              </li>
            ))}
          </ul>
          <p className={styles.muted}>{messages.photos}</p>
        </>
      )}
      <div>
        <FileButton disabled={isLocked} onFiles={onAttach}>
          <Paperclip aria-hidden size={16} />
          {messages.attach}
        </FileButton>
      </div>
    </div>
  );
}
