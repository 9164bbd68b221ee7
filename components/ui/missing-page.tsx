import { errorPageMessages as messages } from '#components/messages/error-page';
import { StatusPage } from './status-page';

export function MissingPage() {
  return <StatusPage isOwn title={messages.pageNotFoundTitle} text={messages.pageNotFoundText} />;
}
