import Plus from 'lucide-react/icons/plus';
import Settings from 'lucide-react/icons/settings';
import ShieldCheck from 'lucide-react/icons/shield-check';
import type { ReactNode } from 'react';
import { commonMessages } from '#components/messages/common';
import { extensionMessages as messages } from '#components/messages/extension';
import styles from '#components/shell/shell.module.css';
import { NEW_PASTE_ID } from '#components/ui/site-name';
import { extensionPage } from './instance.rules';

/** The frame of the extension's pages. It says whose program runs, and which server it asks. @param instance null: none */
export function Frame({ instance, children }: { instance: string | null; children: ReactNode }) {
  const { version } = chrome.runtime.getManifest();
  return (
    <>
      <a className={`not-printed ${styles.skipLink}`} href="#content">
        {commonMessages.skipToContent}
      </a>
      <header className={`not-printed ${styles.header}`}>
        <span className={styles.brand}>
          <ShieldCheck aria-hidden size={20} />
          {messages.name}
        </span>
        <nav aria-label={commonMessages.navigation} className={styles.actions}>
          {instance === null ? null : (
            <a id={NEW_PASTE_ID} className={styles.link} href={extensionPage(instance, '/')}>
              <Plus aria-hidden size={16} />
              <span>{commonMessages.newPaste}</span>
            </a>
          )}
          <a className={styles.link} href="/settings.html">
            <Settings aria-hidden size={16} />
            <span>{messages.settings}</span>
          </a>
        </nav>
      </header>
      {instance === null ? null : (
        <aside className={`not-printed ${styles.notice}`} aria-label={commonMessages.notice}>
          <span>{messages.opened({ version, address: instance })}</span>
        </aside>
      )}
      {children}
    </>
  );
}
