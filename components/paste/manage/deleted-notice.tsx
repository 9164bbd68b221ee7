import { manageMessages as messages } from '#components/messages/manage';
import { StatusPage } from '#components/ui/status-page';

/** Takes the focus, which was on a button that is gone. */
export function DeletedNotice() {
  return <StatusPage hasFocus title={messages.deletedTitle} text={messages.deletedText} />;
}
