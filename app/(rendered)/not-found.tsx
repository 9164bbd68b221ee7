import { commonMessages } from '#components/messages/common';
import { StatusPage } from '#components/ui/status-page';

export default function NotFound() {
  return <StatusPage title={commonMessages.errors.pageNotFoundTitle} text={commonMessages.errors.pageNotFoundText} />;
}
