import type { ComponentProps, ReactNode } from 'react';
import { accountMessages as messages } from '#components/messages/account';
import { Running } from '#components/ui/running';
import { isGoodNews, type Notice, noticeText } from '#lib/api/notice.rules';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';
import { ActionButton } from './action-form';
import { TimesFrom } from './when';

/** The pages with the ends of their addresses. */
const PAGES = { settings: 'settings', webhooks: 'webhooks', chats: 'chats', mail: 'mail', admin: 'admin/reports' } as const;
type Page = keyof typeof PAGES;

interface AccountFrameProps {
  isAdmin: boolean;
  hasMail: boolean;
  page: Page;
  notice?: Notice | null;
  children: ReactNode;
}

export function AccountFrame({ isAdmin, hasMail, page, notice = null, children }: AccountFrameProps) {
  const pages = (Object.keys(PAGES) as Page[]).filter((entry) => (isAdmin || entry !== 'admin') && (hasMail || entry !== 'mail'));
  return (
    <main id="content" className={`column wide ${styles.account}`}>
      <div className={styles.top}>
        <nav aria-label={messages.navigation} className={styles.navigation}>
          {pages.map((entry) => (
            <a key={entry} href={addressOf(`/account/${PAGES[entry]}`)} aria-current={entry === page ? 'page' : undefined}>
              {messages.pages[entry]}
            </a>
          ))}
        </nav>
        <ActionButton action="sign-out" variant="quiet">
          {messages.signOut}
        </ActionButton>
      </div>
      <AccountNotice notice={notice} />
      <TimesFrom renderedAt={Date.now()}>
        <Running noScript={messages.noScript}>
          <div className={page === 'admin' ? styles.body : `${styles.body} ${styles.forms}`}>{children}</div>
        </Running>
      </TimesFrom>
    </main>
  );
}

/** @param children a sentence about the page's purpose */
export function PageHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h1>{title}</h1>
      <p className={styles.muted}>{children}</p>
    </div>
  );
}

/** A link in a paragraph of its own, e.g. back to a list. */
export function LoneLink(link: ComponentProps<'a'>) {
  return (
    <p>
      <a className={styles.alone} {...link} />
    </p>
  );
}

/** Shows what a form has done or refused, unless a field of the page shows it. */
export function AccountNotice({ notice }: { notice: Notice | null }) {
  if (notice === null || AT_KEY.includes(notice)) return null;
  const isSuccess = isGoodNews(notice);
  return (
    <p role={isSuccess ? 'status' : 'alert'} className={isSuccess ? 'box success' : 'box danger'}>
      {noticeText(notice)}
    </p>
  );
}

/** Notices about the key that was typed, which its field shows. */
const AT_KEY: readonly Notice[] = ['unknown-key', 'api-only-key', 'not-confirmed'];

/** The sentence at the field for the key when the notice is about it; the field then has the focus. */
export const refusalOfKey = (notice: Notice | null): { problem?: string; autoFocus?: boolean } =>
  notice !== null && AT_KEY.includes(notice) ? { problem: noticeText(notice), autoFocus: true } : {};
