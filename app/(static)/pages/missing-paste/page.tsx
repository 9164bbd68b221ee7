import { commonMessages } from '#components/messages/common';
import { MissingPaste } from '#components/paste/view/missing-paste';
import '#components/paste/view/text/colour.css';
import { StaticTitle } from '#components/shell/static-title';

export default function MissingPastePage() {
  return (
    <>
      <StaticTitle title={commonMessages.errors.notFoundTitle} />
      <MissingPaste />
    </>
  );
}
