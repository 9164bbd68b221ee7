import { errorPageMessages as messages } from '#components/messages/error-page';
import { StatusPage } from './status-page';

/** The page for an address that no page has. */
export function MissingPage() {
  return <StatusPage title={messages.pageNotFoundTitle} text={messages.pageNotFoundText} />;
}
