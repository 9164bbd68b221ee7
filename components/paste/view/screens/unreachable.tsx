import { viewMessages } from '#components/messages/view';
import { Notice } from '#components/ui/notice';

const { title, text } = viewMessages.offline;

/** Instead of a screen that didn't load. */
export function Unreachable(_: object) {
  return (
    <Notice title={title}>
      <p role="alert">{text}</p>
    </Notice>
  );
}
