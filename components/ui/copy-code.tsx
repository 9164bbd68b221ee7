'use client';

import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useRef } from 'react';
import { linkMessages } from '#components/messages/link';
import styles from './copy-code.module.css';
import { copyText } from './copy-text';
import { IconButton } from './icon-button';
import scrollingCodeStyles from './scrolling-code.module.css';
import { useFeedback } from './use-feedback';

interface CopyCodeProps {
  code: string;
  label: string;
}

export function CopyCode({ code, label }: CopyCodeProps) {
  const element = useRef<HTMLElement>(null);
  const [feedback, setFeedback] = useFeedback<'copied' | 'failed'>();

  async function copy(): Promise<void> {
    setFeedback((await copyText(code, element.current)) ? 'copied' : 'failed');
  }

  const Icon = feedback === 'copied' ? Check : Copy;
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={styles.code} tabIndex={0} translate="no">
        <code ref={element}>{code}</code>
      </pre>
      <IconButton label={label} icon={Icon} onClick={() => void copy()} />
      <p role="status" className={feedback === 'failed' ? styles.failed : 'visually-hidden'}>
        {feedback === 'copied' ? linkMessages.copied : feedback === 'failed' ? linkMessages.copyFailed : ''}
      </p>
    </div>
  );
}

export function ScrollingCode({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={scrollingCodeStyles.frame} tabIndex={0} translate="no">
      <code>{children}</code>
    </pre>
  );
}
