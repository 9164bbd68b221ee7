import type { ReactNode } from 'react';
import styles from './without-script.module.css';

interface WithoutScriptProps {
  title: string;
  text: string;
  command: string;
  /** A link that leads further. */
  help?: ReactNode;
  isBanner?: boolean;
}

/** Replaces a form in browsers without JavaScript: shows the command that does the same in a terminal. */
export function WithoutScript({ title, text, command, help, isBanner = false }: WithoutScriptProps) {
  return (
    <noscript>
      <div className={isBanner ? `${styles.frame} ${styles.banner}` : styles.frame}>
        <p>
          <strong>{title}</strong>
        </p>
        <p>{text}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0}>
          <code>{command}</code>
        </pre>
        {help === undefined ? null : <p>{help}</p>}
      </div>
    </noscript>
  );
}
