import Settings2 from 'lucide-react/icons/settings-2';
import type { ReactNode } from 'react';
import { commonMessages } from '#components/messages/common';
import { Menu } from '#components/ui/menu';
import { SITE_NAME_ID } from '#components/ui/site-name';
import type { ShownSite } from '#lib/api/page-data.rules';
import { addressOf } from '#lib/site/address.rules';
import { nameLink } from '#lib/site/site-link.rules';
import { LINK_SOURCE } from '#lib/site/source.rules';
import { LanguageForm } from './language-form';
import styles from './shell.module.css';
import { SiteLinks } from './site-links';
import { SiteNotice } from './site-notice';
import type { Theme } from './theme';
import { ThemeChoice } from './theme-choice';

interface PageShellProps {
  site: ShownSite;
  /** null: the document says, which a static page learns from the cookie. */
  theme: Theme | null;
  /** null: nobody is signed in. */
  userName: string | null;
  /** The path of the page, as far as the server that renders it knows it. */
  path?: string | null;
  /** Whether people come to this page by a link that somebody sent. */
  isForReaders?: boolean;
  children: ReactNode;
}

/** The frame of every page: skip link, header, footer. */
export function PageShell({ site, theme, userName, path = null, isForReaders = false, children }: PageShellProps) {
  const links = site.links.map((link) => nameLink(link, commonMessages.footer));
  return (
    <>
      <a className={`not-printed ${styles.skipLink}`} href="#content">
        {commonMessages.skipToContent}
      </a>
      {site.notice ? <SiteNotice {...site.notice} /> : null}
      <header className={`not-printed ${styles.header}`}>
        {/* Plain links, because a full page load forgets the key of the open paste. */}
        <a className={styles.brand} href={addressOf('/')}>
          {/* biome-ignore lint/performance/noImgElement: the optimizer is off, and the logo is as large as it is shown */}
          {site.logo === null ? <Seal /> : <img className={styles.logo} src={site.logo} alt="" />}
          {/* The early script of a static page writes the name before React has it. */}
          <bdi id={SITE_NAME_ID} className="ellipsis" suppressHydrationWarning>
            {site.name}
          </bdi>
        </a>
        <nav aria-label={commonMessages.navigation} className={styles.actions}>
          <SiteLinks userName={userName} isForReaders={isForReaders} />
          <Menu label={commonMessages.menu} icon={<Settings2 aria-hidden size={18} />}>
            <ThemeChoice initial={theme} />
            {site.languages.length > 1 ? <LanguageForm languages={site.languages} path={path} /> : null}
          </Menu>
        </nav>
      </header>
      {children}
      <footer className={`not-printed ${styles.footer}`}>
        <nav aria-label={commonMessages.footer.label}>
          <a href={addressOf('/docs/how')}>{commonMessages.footer.how}</a>
          {isForReaders ? null : (
            <>
              <a href={addressOf('/docs/api')}>{commonMessages.footer.api}</a>
              <a href={addressOf('/docs/cli')}>{commonMessages.footer.commandLine}</a>
            </>
          )}
          <a href={LINK_SOURCE || addressOf('/docs/how#source')}>{commonMessages.footer.source}</a>
          {links.map(({ label, href }) => (
            <a key={label} href={href}>
              <bdi>{label}</bdi>
            </a>
          ))}
        </nav>
      </footer>
    </>
  );
}

/** The seal of the program, where the operator has no logo. */
function Seal() {
  return (
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
  );
}
