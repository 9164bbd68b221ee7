import { manageMessages as messages } from '#components/messages/manage';
import { StatusPage } from '#components/ui/status-page';

/** Tells that the paste was deleted. Takes the focus, because the focused button is gone. */
export function DeletedNotice() {
  return <StatusPage hasFocus title={messages.deletedTitle} text={messages.deletedText} />;
}
