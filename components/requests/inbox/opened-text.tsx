import { Check, Copy, Download } from 'lucide-react';
import { useRef } from 'react';
import { formatBytes } from '#components/messages/format';
import { requestMessages } from '#components/messages/requests';
import { saveText } from '#components/paste/view/model/view-download';
import { Button } from '#components/ui/button';
import { copyText } from '#components/ui/copy-text';
import { useFeedback } from '#components/ui/use-feedback';
import styles from '../requests.module.css';

const messages = requestMessages.answers;

/** Laying out more would take the browser long; so long a text was meant as a file. */
const MAX_SHOWN_CHARACTERS = 128 * 1024;

interface OpenedTextProps {
  content: string;
  /** The name of the file that the text is saved as. */
  name: string;
  /** Called when the text was copied or saved. */
  onTaken: () => void;
}

export function OpenedText({ content, name, onTaken }: OpenedTextProps) {
  const text = useRef<HTMLElement>(null);
  const [feedback, setFeedback] = useFeedback<'copied' | 'failed'>();
  const isCut = content.length > MAX_SHOWN_CHARACTERS;

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
        <pre>{isCut ? content.slice(0, MAX_SHOWN_CHARACTERS) : content}</pre>
      </section>
      {isCut ? (
        <p className={styles.muted}>
          {messages.cut(formatBytes(MAX_SHOWN_CHARACTERS), formatBytes(new TextEncoder().encode(content).length))}
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
