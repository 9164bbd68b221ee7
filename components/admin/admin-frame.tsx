import type { ComponentProps, ReactNode } from 'react';
import { AccountFrame } from '#components/account/account-frame';
import { adminMessages as messages } from '#components/messages/admin';
import { LinkButton } from '#components/ui/button';
import { addressOf } from '#lib/site/address.rules';
import styles from './admin.module.css';
import type { PageLinks } from './admin-data';

const PAGES = [
  { page: 'reports', href: addressOf('/account/admin/reports') },
  { page: 'pastes', href: addressOf('/account/admin/pastes') },
  { page: 'users', href: addressOf('/account/admin/users') },
  { page: 'bans', href: addressOf('/account/admin/bans') },
  { page: 'audit', href: addressOf('/account/admin/audit') },
  { page: 'health', href: addressOf('/account/admin/health') },
] as const;

interface AdminFrameProps extends Pick<ComponentProps<typeof AccountFrame>, 'hasMail' | 'notice'> {
  page: (typeof PAGES)[number]['page'];
  children: ReactNode;
}

export function AdminFrame({ page, children, ...frame }: AdminFrameProps) {
  return (
    <AccountFrame isAdmin {...frame} page="admin">
      <nav aria-label={messages.navigation} className={styles.navigation}>
        {PAGES.map((entry) => (
          <a key={entry.page} href={entry.href} aria-current={entry.page === page ? 'page' : undefined}>
            {messages.pages[entry.page]}
          </a>
        ))}
      </nav>
      {children}
    </AccountFrame>
  );
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
