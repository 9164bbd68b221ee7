import type { ComponentProps, ReactNode } from 'react';
import { accountMessages as messages } from '#components/messages/account';
import { ActionButton } from '#components/ui/action-form';
import { type AdminNotice, isGoodNews, type AccountNotice as NoticeCode } from '#lib/forms/notices.messages';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';
import { ACTIONS } from './account-actions';

const PAGES = [
  { page: 'pastes', href: addressOf('/account') },
  { page: 'requests', href: addressOf('/requests') },
  { page: 'webhooks', href: addressOf('/account/webhooks') },
  { page: 'chats', href: addressOf('/account/chats') },
  { page: 'keys', href: addressOf('/account/keys') },
  { page: 'admin', href: addressOf('/account/admin/reports') },
] as const;

interface AccountFrameProps {
  userName: string;
  /** Whether the user sees the administration pages. */
  isAdmin: boolean;
  page: (typeof PAGES)[number]['page'];
  notice: NoticeCode | null;
  /** The names of the things that the notice is about. */
  names?: readonly string[] | undefined;
  children: ReactNode;
}

export function AccountFrame({ userName, isAdmin, page, notice, names, children }: AccountFrameProps) {
  return (
    <main id="content" className={`${styles.account} ${page === 'pastes' || page === 'admin' ? styles.wide : ''}`}>
      <div className={styles.who}>
        <p>{messages.signedInAs(userName)}</p>
        <ActionButton action={ACTIONS.signOut} variant="quiet">
          {messages.signOut}
        </ActionButton>
      </div>
      <nav aria-label={messages.navigation} className={styles.navigation}>
        {PAGES.filter((entry) => isAdmin || entry.page !== 'admin').map((entry) => (
          <a key={entry.page} href={entry.href} aria-current={entry.page === page ? 'page' : undefined}>
            {messages.pages[entry.page]}
          </a>
        ))}
      </nav>
      <AccountNotice notice={notice} names={names} />
      {children}
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

export function AccountNotice({ notice, names = [] }: { notice: NoticeCode | null; names?: readonly string[] | undefined }) {
  if (notice === null) return null;
  return (
    <NoticeText notice={notice}>
      {messages.notices[notice]}
      {names.length === 0 ? null : <bdi translate="no">{` ${names.join(', ')}`}</bdi>}
    </NoticeText>
  );
}

export function NoticeText({ notice, children }: { notice: NoticeCode | AdminNotice; children: ReactNode }) {
  const isSuccess = isGoodNews(notice);
  return (
    <p role={isSuccess ? 'status' : 'alert'} className={isSuccess ? 'box success' : 'box danger'}>
      {children}
    </p>
  );
}
