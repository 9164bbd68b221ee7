import { FileText, X } from 'lucide-react';
import { editorMessages as messages } from '#components/messages/editor';
import { formatBytes } from '#components/messages/format';
import { Button } from '#components/ui/button';
import type { Attachment } from '../model/editor-draft';
import styles from './files.module.css';

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
        <span className={`ellipsis ${styles.name}`}>{name}</span>
        <span className={styles.size}>{formatBytes(content.size)}</span>
        <Button variant="quiet" className={styles.action} disabled={isLocked} onClick={onRemove} aria-label={messages.removeFile(name)}>
          <X aria-hidden size={16} />
        </Button>
      </div>
      <section className={styles.preview} aria-label={messages.beginning}>
        <pre translate="no">{beginning}</pre>
      </section>
    </section>
  );
}
