import { manageTexts as texts } from '../text/manage';
import { DeadEnd } from '../ui/dead-end';

/** Takes the focus, which was on a button that is gone. */
export function DeletedNotice() {
  return <DeadEnd hasFocus title={texts.deletedTitle} text={texts.deletedText} />;
}
