import { commonMessages } from '#components/messages/common';
import { StaticTitle } from '#components/shell/static-title';
import { StatusPage } from '#components/ui/status-page';
import { StaticDocument, staticMetadata, staticViewport } from './static-document';

const { pageNotFoundTitle, pageNotFoundText } = commonMessages.errors;

export const metadata = staticMetadata;
export const viewport = staticViewport;

/** The page for an address that no page has. */
export default function GlobalNotFound() {
  return (
    <StaticDocument>
      <StaticTitle title={pageNotFoundTitle} />
      <StatusPage title={pageNotFoundTitle} text={pageNotFoundText} />
    </StaticDocument>
  );
}
