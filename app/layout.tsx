import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import { cache, type ReactNode } from 'react';
import { commonMessages } from '#components/messages/common';
import { PageShell } from '#components/shell/page-shell';
import { parseTheme, THEME_COOKIE } from '#components/shell/theme';
import { SITE_ICON_URL } from '#lib/site/site.icon.rules';
import { loadSignedIn } from './account/load-account';
import { fontClasses } from './fonts';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Sealpaste', template: '%s · Sealpaste' },
  description: commonMessages.tagline,
  icons: { icon: { url: SITE_ICON_URL, type: 'image/svg+xml' } },
  // What people paste is not for search engines.
  robots: { index: false, follow: false },
};

/** Of the page's background, in globals.css. */
const COLOURS = { light: '#ffffff', dark: '#0e1013' };

export async function generateViewport(): Promise<Viewport> {
  const theme = await loadTheme();
  const themeColor =
    theme === 'system'
      ? (['light', 'dark'] as const).map((scheme) => ({ media: `(prefers-color-scheme: ${scheme})`, color: COLOURS[scheme] }))
      : COLOURS[theme];
  return { width: 'device-width', initialScale: 1, themeColor };
}

const loadTheme = cache(async () => parseTheme((await cookies()).get(THEME_COOKIE)?.value));

/** Reading the cookie makes every page one of its request: the policy's nonce is a new one each time. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = await loadTheme();
  // Without its database the site still says what is wrong.
  const signedIn = await loadSignedIn().catch(() => null);
  return (
    <html lang="en" className={fontClasses} data-theme={theme}>
      <body>
        <PageShell theme={theme} userName={signedIn?.userName ?? null}>
          {children}
        </PageShell>
      </body>
    </html>
  );
}
