import Download from 'lucide-react/icons/download';
import File from 'lucide-react/icons/file';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { requestMessages } from '#components/messages/request';
import { viewFilesMessages as filesMessages } from '#components/messages/view-files';
import { useSaving } from '#components/paste/view/files/use-saving';
import { viewFiles } from '#components/paste/view/model/view-files';
import { SecretText } from '#components/paste/view/secret/secret-text';
import { Button } from '#components/ui/button';
import type { SealedText } from '#lib/envelope/envelope-document';
import { formatBytes } from '#lib/locales/format.rules';
import styles from './requests.module.css';

const messages = requestMessages.answers;

/** Laying out more would take the browser long; so long a text was meant as a file. */
const MAX_SHOWN_CHARACTERS = 128 * 1024;

interface OpenedAnswerProps {
  document: SealedText;
  /** The name of saved files when the answer has no title. */
  fallbackName: string;
  /** Whether this page has the only copy. */
  isOnly: boolean;
  isHidden: boolean;
  /** Called to hide the answer. */
  onClose: () => void;
}

/** Shows a decrypted answer. If it is the only copy, asks before the page is left until all of it was copied or saved. */
export function OpenedAnswer({ document, fallbackName, isOnly, isHidden, onClose }: OpenedAnswerProps) {
  const { title, content, fields } = document;
  const [entries] = useState(() => viewFiles(document));
  const saving = useSaving({ title, publicId: fallbackName, isOnly, entries });
  const whole = useRef<HTMLDivElement>(null);
  const text = entries.find(({ number }) => number === undefined);
  const files = entries.filter((entry) => entry !== text);
  // Takes the focus, because the button that opened or showed the answer is gone.
  useEffect(() => {
    if (!isHidden) whole.current?.focus();
  }, [isHidden]);
  return (
    <div ref={whole} tabIndex={-1} className={`stack ${styles.opened}`}>
      {title === '' ? null : (
        <p className={styles.openedTitle}>
          <bdi>{title}</bdi>
        </p>
      )}
      {isOnly ? <p className={styles.only}>{messages.only}</p> : null}
      {text ? (
        <div className={styles.text}>
          <SecretText
            text={content}
            {...(fields && { fields })}
            shownPart={content.slice(0, MAX_SHOWN_CHARACTERS)}
            label={messages.textLabel}
            onCopied={() => saving.take(text)}
            onDownload={() => saving.save(text)}
          />
        </div>
      ) : null}
      {content.length > MAX_SHOWN_CHARACTERS ? (
        <p className={styles.muted}>
          {messages.cut({ shown: formatBytes(MAX_SHOWN_CHARACTERS), whole: formatBytes(new TextEncoder().encode(content).length) })}
        </p>
      ) : null}
      {files.length === 0 ? null : (
        <>
          <ul className={styles.files} aria-label={filesMessages.list}>
            {files.map((file) => (
              <li key={file.name}>
                <File aria-hidden size={16} />
                <bdi>{file.name}</bdi>
                <span className={styles.muted}>{formatBytes(file.content.size)}</span>
                <Button onClick={() => saving.save(file)} aria-label={filesMessages.downloadOne(file.name)} icon={Download}>
                  {filesMessages.download}
                </Button>
              </li>
            ))}
          </ul>
          <p className={styles.muted}>{filesMessages.notShownHint}</p>
        </>
      )}
      {entries.length > 1 ? (
        <div>
          <Button disabled={saving.isPacking} onClick={() => void saving.saveAll()} title={filesMessages.downloadAllHint}>
            {filesMessages.downloadAll}
          </Button>
        </div>
      ) : null}
      <p role="status" className={styles.muted}>
        {saving.said}
      </p>
      <div className={styles.close}>
        <Button variant="quiet" icon={X} onClick={onClose}>
          {messages.close}
        </Button>
      </div>
    </div>
  );
}
