import { commonMessages } from '#components/messages/common';
import { StaticTitle } from '#components/shell/static-title';
import { MissingPage } from '#components/ui/missing-page';
import { StaticDocument, staticMetadata, staticViewport } from './static-document';

export const metadata = staticMetadata;
export const viewport = staticViewport;

/** The page for an address that no page has. */
export default function GlobalNotFound() {
  return (
    <StaticDocument>
      <StaticTitle title={commonMessages.errors.pageNotFoundTitle} />
      <MissingPage />
    </StaticDocument>
  );
}
