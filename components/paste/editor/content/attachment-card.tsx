import { FileText, X } from 'lucide-react';
import { editorMessages as messages } from '#components/messages/editor';
import { formatBytes } from '#components/messages/format';
import { Button } from '#components/ui/button';
import type { Attachment } from '../model/editor.draft';
import styles from './attachment.module.css';

interface AttachmentCardProps {
  attachment: Attachment | null;
  readingName: string | null;
  isLocked: boolean;
  onRemove: () => void;
}

/** A file held for pasting: its name, size and first lines. Never more of it than these. */
export function AttachmentCard({ attachment, readingName, isLocked, onRemove }: AttachmentCardProps) {
  if (readingName !== null || attachment === null) {
    return (
      <p className={styles.chip}>
        <FileText aria-hidden size={16} />
        <span className={styles.name}>{messages.reading(readingName ?? '')}</span>
      </p>
    );
  }
  const { name, content, beginning } = attachment;
  return (
    <section className={styles.card} aria-label={name}>
      <div className={styles.chip}>
        <FileText aria-hidden size={16} />
        <span className={styles.name}>{name}</span>
        <span className={styles.size}>{formatBytes(content.size)}</span>
        <Button variant="quiet" className={styles.remove} disabled={isLocked} onClick={onRemove} aria-label={messages.removeFile(name)}>
          <X aria-hidden size={16} />
        </Button>
      </div>
      <section className={styles.preview} aria-label={messages.beginning}>
        <pre translate="no">{beginning}</pre>
      </section>
    </section>
  );
}
