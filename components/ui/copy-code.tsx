'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import styles from './copy-code.module.css';
import { IconButton } from './icon-button';
import hiddenStyles from './visually-hidden.module.css';

const FEEDBACK_MS = 2_000;

interface CopyCodeProps {
  code: string;
  /** Name of the button. */
  label: string;
  texts: { copied: string; copyFailed: string };
}

/** Lines to take away to a terminal. */
export function CopyCode({ code, label, texts }: CopyCodeProps) {
  const element = useRef<HTMLElement>(null);
  const [feedback, setFeedback] = useState<'copied' | 'failed' | null>(null);

  useEffect(() => {
    if (feedback === null) return;
    const timer = setTimeout(() => setFeedback(null), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [feedback]);

  async function copy(): Promise<void> {
    setFeedback((await copyElement(element.current, code)) ? 'copied' : 'failed');
  }

  const Icon = feedback === 'copied' ? Check : Copy;
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={styles.code} tabIndex={0}>
        <code ref={element}>{code}</code>
      </pre>
      <IconButton label={label} icon={<Icon aria-hidden size={16} />} onClick={() => void copy()} />
      <p role="status" className={feedback === 'failed' ? styles.failed : hiddenStyles.hidden}>
        {feedback === 'copied' ? texts.copied : feedback === 'failed' ? texts.copyFailed : ''}
      </p>
    </div>
  );
}

/** Without HTTPS browsers have no clipboard for programs: the selection's does it there. */
async function copyElement(element: HTMLElement | null, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (element) window.getSelection()?.selectAllChildren(element);
    return document.execCommand('copy');
  }
}
