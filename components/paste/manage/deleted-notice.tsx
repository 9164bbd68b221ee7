import { manageMessages as messages } from '#components/messages/manage';
import { StatusPage } from '#components/ui/status-page';

/** Tells that the paste was deleted. Takes the focus, because the focused button is gone. @param isOwn whether its writer deleted it */
export function DeletedNotice({ isOwn = false }: { isOwn?: boolean }) {
  return <StatusPage isOwn={isOwn} hasFocus title={messages.deletedTitle} text={messages.deletedText} />;
}
