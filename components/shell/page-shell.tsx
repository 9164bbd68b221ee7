import { CircleUser, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { en } from '../text/en';
import styles from './shell.module.css';
import type { Theme } from './theme';
import { ThemeSwitch } from './theme-switch';

/** What stands around every page: a way past it for keyboards, the way home, the theme. */
export function PageShell({ theme, children }: { theme: Theme; children: ReactNode }) {
  return (
    <>
      <a className={styles.skipLink} href="#content">
        {en.skipToContent}
      </a>
      <header className={styles.header}>
        {/* Plain links: a full load forgets the key of the paste that was open. */}
        <a className={styles.brand} href="/">
          <svg
            aria-hidden
            viewBox="0 0 24 24"
            width="20"
            height="20"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          >
            <path d="M12 2.5 20 6v6c0 4.6-3.2 8.2-8 9.5C7.2 20.2 4 16.600 4 12V6z" />
            <path d="M8.500 9.500h7M8.500 13h4.500" />
          </svg>
          {en.product}
        </a>
        <nav className={styles.actions}>
          <a className={styles.newLink} href="/">
            <Plus aria-hidden size={16} />
            {en.newPaste}
          </a>
          <a className={styles.iconButton} href="/account" aria-label={en.account}>
            <CircleUser aria-hidden size={18} />
          </a>
          <ThemeSwitch initial={theme} />
        </nav>
      </header>
      {children}
    </>
  );
}
