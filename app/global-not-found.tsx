import type { Metadata } from 'next';
import { connection } from 'next/server';
import { errorPageMessages } from '#components/messages/error-page';
import { StaticShell, StaticTitle } from '#components/shell/static-shell';
import { MissingPage } from '#components/ui/missing-page';
import { directionOf } from '#lib/locales/languages.rules';
import { pageLanguage } from '#lib/locales/page-language.rules';
import './globals.css';
import { WordsScript } from './words-script';

export const metadata: Metadata = { robots: { index: false, follow: false } };

/** The page of plain Next, and of development, for an address that no page has. Nothing else says that it is rendered for a request. */
export default async function GlobalNotFound() {
  await connection();
  return (
    <html lang={pageLanguage()} dir={directionOf(pageLanguage())} suppressHydrationWarning>
      <head>
        <WordsScript />
      </head>
      <body>
        <StaticShell>
          <StaticTitle title={errorPageMessages.pageNotFoundTitle} />
          <MissingPage />
        </StaticShell>
      </body>
    </html>
  );
}
