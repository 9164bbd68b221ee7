import { CircleUser, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { commonMessages } from '#components/messages/common';
import styles from './shell.module.css';
import type { Theme } from './theme';
import { ThemeSwitch } from './theme-switch';

interface PageShellProps {
  theme: Theme;
  /** null: nobody is signed in. */
  userName: string | null;
  children: ReactNode;
}

/** The frame of every page: skip link, header with the account and the theme, footer. */
export function PageShell({ theme, userName, children }: PageShellProps) {
  return (
    <>
      <a className={styles.skipLink} href="#content">
        {commonMessages.skipToContent}
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
          {commonMessages.product}
        </a>
        <nav className={styles.actions}>
          <a className={`${styles.newLink} ${styles.home}`} href="/">
            <Plus aria-hidden size={16} />
            <span className={styles.label}>{commonMessages.newPaste}</span>
          </a>
          <a className={styles.newLink} href="/account" aria-label={userName === null ? undefined : commonMessages.signedInAs(userName)}>
            <CircleUser aria-hidden size={16} />
            <span className={userName === null ? undefined : styles.user}>{userName ?? commonMessages.signIn}</span>
          </a>
          <ThemeSwitch initial={theme} />
        </nav>
      </header>
      {children}
      <footer className={styles.footer}>
        <nav aria-label={commonMessages.footer.label}>
          <a href="/docs/how">{commonMessages.footer.how}</a>
          <a href="/docs/api">{commonMessages.footer.api}</a>
          <a href="/docs/how#source">{commonMessages.footer.source}</a>
        </nav>
      </footer>
    </>
  );
}
