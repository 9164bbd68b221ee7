import type { ComponentProps, ReactNode } from 'react';
import { accountMessages as messages } from '#components/messages/account';
import { isGoodNews, type Notice, noticeText } from '#lib/forms/notice.rules';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';
import { ActionButton } from './action-form';

const PAGES = [
  { page: 'pastes', href: addressOf('/account') },
  { page: 'requests', href: addressOf('/requests') },
  { page: 'webhooks', href: addressOf('/account/webhooks') },
  { page: 'chats', href: addressOf('/account/chats') },
  { page: 'mail', href: addressOf('/account/mail') },
  { page: 'keys', href: addressOf('/account/keys') },
  { page: 'admin', href: addressOf('/account/admin/reports') },
] as const;

interface AccountFrameProps {
  userName: string;
  /** Whether the user sees the administration pages. */
  isAdmin: boolean;
  hasMail: boolean;
  page: (typeof PAGES)[number]['page'];
  notice: Notice | null;
  /** The names of the things that the notice is about. */
  names?: readonly string[] | undefined;
  children: ReactNode;
}

export function AccountFrame({ userName, isAdmin, hasMail, page, notice, names, children }: AccountFrameProps) {
  return (
    <main id="content" className={`${styles.account} ${page === 'pastes' || page === 'admin' ? styles.wide : ''}`}>
      <div className={styles.who}>
        <p>{messages.signedInAs(userName)}</p>
        <ActionButton action="sign-out" variant="quiet">
          {messages.signOut}
        </ActionButton>
      </div>
      <nav aria-label={messages.navigation} className={styles.navigation}>
        {PAGES.filter((entry) => (isAdmin || entry.page !== 'admin') && (hasMail || entry.page !== 'mail')).map((entry) => (
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

/** Shows what a form has done or refused, unless a field of the page shows it. */
export function AccountNotice({ notice, names = [] }: { notice: Notice | null; names?: readonly string[] | undefined }) {
  if (notice === null || isAtField(notice)) return null;
  const isSuccess = isGoodNews(notice);
  return (
    <p role={isSuccess ? 'status' : 'alert'} className={isSuccess ? 'box success' : 'box danger'}>
      <span>{noticeText(notice)}</span>
      {names.length === 0 ? null : <bdi translate="no">{` ${names.join(', ')}`}</bdi>}
    </p>
  );
}

/** The id of the field that a notice is about: the form leads to a page that has the field. */
const FIELDS: Partial<Record<Notice, string>> = {
  'unknown-key': 'api-key',
  'api-only-key': 'api-key',
  'not-confirmed': 'api-key',
  'name-taken': 'user-name',
  'name-invalid': 'user-name',
  'key-invalid': 'key-name',
  'key-name-invalid': 'new-key-name',
  'account-name-wrong': 'account-name',
  'key-refused': 'user-name',
  'mail-address-invalid': 'mail-address',
  'paste-unknown': 'paste-id',
  'ban-refused': 'network',
  'ban-too-large': 'network',
  'own-address': 'network',
};

/** The values typed into a form that was refused, by the fields' names; empty for any other page. */
export type Typed = Readonly<Record<string, string | undefined>>;

/** Whether a field shows the notice, so that the head of the page doesn't. */
export const isAtField = (notice: Notice): boolean => notice in FIELDS;

/** The sentence at a field when the notice is about its value; the field then has the focus. */
export const refusalAt = (id: string, notice: Notice | null): { problem?: string; autoFocus?: boolean } =>
  notice !== null && FIELDS[notice] === id ? { problem: noticeText(notice), autoFocus: true } : {};
