import { commonMessages } from '#components/messages/common';
import { StatusPage } from './status-page';

const messages = commonMessages.errors;

/** The page for an address that no page has. */
export function MissingPage() {
  return <StatusPage title={messages.pageNotFoundTitle} text={messages.pageNotFoundText} />;
}
