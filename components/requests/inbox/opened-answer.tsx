import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { requestMessages } from '#components/messages/requests';
import { fileName } from '#components/paste/view/model/view-download';
import { Button } from '#components/ui/button';
import { useLeaveGuard } from '#components/ui/use-leave-guard';
import type { SealedText } from '#lib/envelope/envelope-document';
import styles from '../requests.module.css';
import { OpenedFiles } from './opened-files';
import { OpenedText } from './opened-text';

const messages = requestMessages.answers;
const NO_FILES: NonNullable<SealedText['files']> = [];

interface OpenedAnswerProps {
  document: SealedText;
  /** The name of saved files when the answer has no title. */
  fallbackName: string;
  /** Whether this page has the only copy. */
  isOnly: boolean;
  onClose: () => void;
}

/** Shows a decrypted answer. If it is the only copy, asks before the page is left until all of it was copied or saved, or it was closed. */
export function OpenedAnswer({ document, fallbackName, isOnly, onClose }: OpenedAnswerProps) {
  const { title, syntax, content, files = NO_FILES } = document;
  const hasText = content !== '' || files.length === 0;
  const [isTextTaken, setTextTaken] = useState(false);
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const whole = useRef<HTMLDivElement>(null);
  // Takes the focus, because the button that opened the answer is gone.
  useEffect(() => whole.current?.focus(), []);
  useLeaveGuard(isOnly && ((hasText && !isTextTaken) || taken.size < files.length));
  return (
    <div ref={whole} tabIndex={-1} className={`stack ${styles.opened}`}>
      {title === '' ? null : (
        <p className={styles.openedTitle}>
          <bdi>{title}</bdi>
        </p>
      )}
      {isOnly ? <p className={styles.only}>{messages.only}</p> : null}
      {hasText ? <OpenedText content={content} name={fileName(title, syntax, fallbackName)} onTaken={() => setTextTaken(true)} /> : null}
      {files.length === 0 ? null : (
        <OpenedFiles files={files} archiveName={fallbackName} onTaken={(names) => setTaken((before) => new Set([...before, ...names]))} />
      )}
      <div>
        <Button variant="quiet" onClick={onClose}>
          <X aria-hidden size={16} />
          {messages.close}
        </Button>
      </div>
    </div>
  );
}
