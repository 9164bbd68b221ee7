import { Check, Copy, Download, File, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { requestMessages } from '#components/messages/request';
import { viewFilesMessages as filesMessages } from '#components/messages/view-files';
import { saveFile, zipFiles } from '#components/paste/view/files/save-files';
import { fileName, saveText } from '#components/paste/view/model/view-download';
import { viewFiles } from '#components/paste/view/model/view-files';
import { useExactCopy } from '#components/paste/view/text/exact-copy';
import { Button } from '#components/ui/button';
import { copyText } from '#components/ui/copy-text';
import { useFeedback } from '#components/ui/use-feedback';
import { useLeaveGuard } from '#components/ui/use-leave-guard';
import type { SealedText } from '#lib/envelope/envelope-document';
import type { SealedFile } from '#lib/envelope/envelope-files';
import { formatBytes } from '#lib/locales/format.rules';
import styles from './requests.module.css';

const messages = requestMessages.answers;
const NO_FILES: NonNullable<SealedText['files']> = [];

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
  const { title, syntax, content, files = NO_FILES } = document;
  const hasText = content !== '' || files.length === 0;
  const [isTextTaken, setTextTaken] = useState(false);
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const whole = useRef<HTMLDivElement>(null);
  // Takes the focus, because the button that opened or showed the answer is gone.
  useEffect(() => {
    if (!isHidden) whole.current?.focus();
  }, [isHidden]);
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
      <div className={styles.close}>
        <Button variant="quiet" onClick={onClose}>
          <X aria-hidden size={16} />
          {messages.close}
        </Button>
      </div>
    </div>
  );
}

interface OpenedFilesProps {
  files: readonly SealedFile[];
  /** The name of the archive of all files. */
  archiveName: string;
  /** @param names the names of the saved files */
  onTaken: (names: readonly string[]) => void;
}

function OpenedFiles({ files, archiveName, onTaken }: OpenedFilesProps) {
  const [viewed] = useState(() => viewFiles({ title: '', syntax: '', content: '', files }));
  const [said, setSaid] = useState('');

  function save(name: string, content: Blob): void {
    saveFile(content, name);
    setSaid(filesMessages.saved);
    onTaken([name]);
  }

  async function saveAll(): Promise<void> {
    setSaid(filesMessages.packing);
    try {
      saveFile(await zipFiles(viewed), `${archiveName}.zip`);
      setSaid(filesMessages.saved);
      onTaken(viewed.map(({ name }) => name));
    } catch {
      setSaid(filesMessages.archiveFailed);
    }
  }

  return (
    <>
      <ul className={styles.files} aria-label={filesMessages.list}>
        {viewed.map(({ name, content }) => (
          <li key={name}>
            <File aria-hidden size={16} />
            <bdi>{name}</bdi>
            <span className={styles.muted}>{formatBytes(content.size)}</span>
            <Button onClick={() => save(name, content)} aria-label={filesMessages.downloadOne(name)}>
              <Download aria-hidden size={16} />
              {filesMessages.download}
            </Button>
          </li>
        ))}
      </ul>
      <p className={styles.muted}>{filesMessages.notShownHint}</p>
      {viewed.length > 1 ? (
        <div>
          <Button onClick={() => void saveAll()} title={filesMessages.downloadAllHint}>
            {filesMessages.downloadAll}
          </Button>
        </div>
      ) : null}
      <p role="status" className={styles.muted}>
        {said}
      </p>
    </>
  );
}

/** Laying out more would take the browser long; so long a text was meant as a file. */
const MAX_SHOWN_CHARACTERS = 128 * 1024;

interface OpenedTextProps {
  content: string;
  /** The name of the file that the text is saved as. */
  name: string;
  /** Called when the text was copied or saved. */
  onTaken: () => void;
}

function OpenedText({ content, name, onTaken }: OpenedTextProps) {
  const text = useRef<HTMLElement>(null);
  const [feedback, setFeedback] = useFeedback<'copied' | 'failed'>();
  const isCut = content.length > MAX_SHOWN_CHARACTERS;
  const shown = isCut ? content.slice(0, MAX_SHOWN_CHARACTERS) : content;
  useExactCopy(text, shown, false);

  async function copy(): Promise<void> {
    const isCopied = await copyText(content, isCut ? null : text.current);
    setFeedback(isCopied ? 'copied' : 'failed');
    if (isCopied) onTaken();
  }

  function download(): void {
    saveText(content, name);
    onTaken();
  }

  const Icon = feedback === 'copied' ? Check : Copy;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={text} className={styles.text} tabIndex={0} aria-label={messages.textLabel} translate="no">
        <pre dir="auto">{shown}</pre>
      </section>
      {isCut ? (
        <p className={styles.muted}>
          {messages.cut({ shown: formatBytes(MAX_SHOWN_CHARACTERS), whole: formatBytes(new TextEncoder().encode(content).length) })}
        </p>
      ) : null}
      <div className="row">
        <Button variant="primary" onClick={() => void copy()} aria-label={feedback === 'copied' ? undefined : messages.copy}>
          <Icon aria-hidden size={16} />
          {feedback === 'copied' ? messages.copied : messages.copyButton}
        </Button>
        <Button onClick={download}>
          <Download aria-hidden size={16} />
          {messages.download}
        </Button>
      </div>
      <p role="status" className={feedback === 'failed' ? styles.problem : 'visually-hidden'}>
        {feedback === 'copied' ? messages.copied : feedback === 'failed' ? messages.copyFailed : ''}
      </p>
    </>
  );
}
