import { connection } from 'next/server';
import { errorPageMessages } from '#components/messages/error-page';
import { StaticTitle } from '#components/shell/static-title';
import { MissingPage } from '#components/ui/missing-page';
import { StaticDocument, staticMetadata, staticViewport } from './static-document';

export const generateMetadata = staticMetadata;
export const viewport = staticViewport;

/** The page for an address that no page has. Nothing else says that it is rendered for a request, in its language. */
export default async function GlobalNotFound() {
  await connection();
  return (
    <StaticDocument>
      <StaticTitle title={errorPageMessages.pageNotFoundTitle} />
      <MissingPage />
    </StaticDocument>
  );
}
