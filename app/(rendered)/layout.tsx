import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import { cache, type ReactNode } from 'react';
import { commonMessages } from '#components/messages/common';
import { NOTICE_COOKIE, THEME_COOKIE } from '#components/shell/choice-cookies';
import { PageShell } from '#components/shell/page-shell';
import { PAGE_COLOURS, parseTheme, THEME_COLOURS } from '#components/shell/theme';
import type { ShownSite } from '#lib/api/page-data.rules';
import { pagePath } from '#lib/http/page-status';
import { directionOf } from '#lib/locales/languages.rules';
import { pageLanguage } from '#lib/locales/page-language.rules';
import { colourSheet } from '#lib/site/site-colours.rules';
import { SITE_ICON_URL } from '#lib/site/site-icon.rules';
import { loadSite } from './load-site';
import '../globals.css';
import { loadNonce, WordsScript } from '../words-script';
import { loadSignedIn } from './visitor';

export async function generateMetadata(): Promise<Metadata> {
  const { name, logo } = await loadSite();
  return {
    title: { default: name, template: `%s · ${name}` },
    description: commonMessages.tagline,
    icons: { icon: logo ? { url: logo.path, type: logo.contentType } : { url: SITE_ICON_URL, type: 'image/svg+xml' } },
    // Pastes are not for search engines.
    robots: { index: false, follow: false },
  };
}

export async function generateViewport(): Promise<Viewport> {
  const theme = await loadTheme();
  return { width: 'device-width', initialScale: 1, themeColor: theme === 'system' ? THEME_COLOURS : PAGE_COLOURS[theme] };
}

/** The site, without a notice that this visitor has closed. */
async function loadShownSite(): Promise<ShownSite> {
  const { name, logo, colours, notice, links, languages } = await loadSite();
  const closed = (await cookies()).get(NOTICE_COOKIE)?.value;
  return {
    name,
    logo: logo?.path ?? null,
    colours,
    notice: notice?.id === closed ? null : notice,
    links,
    languages: languages.languages,
  };
}

const loadTheme = cache(async () => parseTheme((await cookies()).get(THEME_COOKIE)?.value));

/** Pages to which people come by a link that somebody sent. */
const FOR_READERS = /^\/(?:view|request|report)\//;

/** Reading the cookie makes Next render each page per request, so that each gets a new nonce. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = await loadTheme();
  // Loads without the database, so that the page can say what is wrong.
  const site = await loadShownSite();
  const signedIn = await loadSignedIn().catch(() => null);
  const path = pagePath();
  return (
    <html lang={pageLanguage()} dir={directionOf(pageLanguage())} data-theme={theme}>
      <head>
        <WordsScript />
        {site.colours === null ? null : (
          <style data-colours nonce={await loadNonce()} suppressHydrationWarning>
            {colourSheet(site.colours)}
          </style>
        )}
      </head>
      <body>
        <PageShell site={site} theme={theme} userName={signedIn?.userName ?? null} path={path} isForReaders={FOR_READERS.test(path ?? '')}>
          {children}
        </PageShell>
      </body>
    </html>
  );
}
