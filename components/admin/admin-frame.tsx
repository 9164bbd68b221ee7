import type { ComponentProps, ReactNode } from 'react';
import accountStyles from '#components/account/account.module.css';
import { AccountFrame } from '#components/account/account-frame';
import { adminMessages as messages } from '#components/messages/admin';
import { LinkButton } from '#components/ui/button';
import { addressOf } from '#lib/site/address.rules';
import styles from './admin.module.css';

const PAGES = ['reports', 'pastes', 'users', 'bans', 'audit', 'health'] as const;

interface AdminFrameProps extends Pick<ComponentProps<typeof AccountFrame>, 'hasMail' | 'notice'> {
  page: (typeof PAGES)[number];
  children: ReactNode;
}

export function AdminFrame({ page, children, ...frame }: AdminFrameProps) {
  return (
    <AccountFrame isAdmin {...frame} page="admin">
      <nav aria-label={messages.navigation} className={styles.navigation}>
        {PAGES.map((entry) => (
          <a key={entry} href={addressOf(`/account/admin/${entry}`)} aria-current={entry === page ? 'page' : undefined}>
            {messages.pages[entry]}
          </a>
        ))}
      </nav>
      {children}
    </AccountFrame>
  );
}

/** The rows of a list, or a sentence where there are none. */
export function AdminList<Row>({
  rows,
  none = messages.none,
  children,
}: {
  rows: readonly Row[];
  none?: string;
  children: (row: Row) => ReactNode;
}) {
  return rows.length === 0 ? <p>{none}</p> : <ul className={accountStyles.list}>{rows.map(children)}</ul>;
}

/** The addresses of a list's next and first page; null: there is none, or it is this one. */
export interface PageLinks {
  next: string | null;
  first: string | null;
}

export function ListPager({ pageLinks: { next, first } }: { pageLinks: PageLinks }) {
  if (next === null && first === null) return null;
  return (
    <nav aria-label={messages.pager.label} className="row">
      {first === null ? null : <LinkButton href={first}>{messages.pager.newest}</LinkButton>}
      {next === null ? null : (
        <LinkButton href={next} rel="next">
          {messages.pager.older}
        </LinkButton>
      )}
    </nav>
  );
}
