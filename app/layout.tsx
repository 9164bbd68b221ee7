import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { PageShell } from '../components/shell/page-shell';
import { siteIcon } from '../components/shell/site-icon';
import { parseTheme, THEME_COOKIE } from '../components/shell/theme';
import { fontClasses } from './fonts';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Sealpaste', template: '%s · Sealpaste' },
  description: 'Paste text, get a link. Encrypted in your browser.',
  icons: { icon: { url: siteIcon, type: 'image/svg+xml' } },
  // What people paste is not for search engines.
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

/** Reading the cookie makes every page one of its request: the policy's nonce is a new one each time. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html lang="en" className={fontClasses} data-theme={theme}>
      <body>
        <PageShell theme={theme}>{children}</PageShell>
      </body>
    </html>
  );
}
