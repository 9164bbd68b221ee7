import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { commonMessages } from '#components/messages/common';
import { StaticShell } from '#components/shell/static-shell';
import { THEME_COLOURS } from '#components/shell/theme';
import { directionOf } from '#lib/locales/languages.rules';
import { pageLanguage } from '#lib/locales/page-language.rules';
import { SITE_ICON_URL } from '#lib/site/site-icon.rules';
import './globals.css';

export const staticMetadata = (): Metadata => ({
  description: commonMessages.tagline,
  icons: { icon: { url: SITE_ICON_URL, type: 'image/svg+xml' } },
  // Pastes are not for search engines.
  robots: { index: false, follow: false },
});

export const staticViewport: Viewport = { width: 'device-width', initialScale: 1, themeColor: THEME_COLOURS };

/** The document of a page that is the same for everybody: the early script sets the theme, and the rest comes as data. */
export function StaticDocument({ children }: { children: ReactNode }) {
  return (
    <html lang={pageLanguage()} dir={directionOf(pageLanguage())} suppressHydrationWarning>
      <body>
        <StaticShell>{children}</StaticShell>
      </body>
    </html>
  );
}
