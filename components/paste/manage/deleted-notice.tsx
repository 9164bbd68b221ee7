import { manageTexts as texts } from '#components/messages/manage';
import { DeadEnd } from '#components/ui/dead-end';

/** Takes the focus, which was on a button that is gone. */
export function DeletedNotice() {
  return <DeadEnd hasFocus title={texts.deletedTitle} text={texts.deletedText} />;
}
