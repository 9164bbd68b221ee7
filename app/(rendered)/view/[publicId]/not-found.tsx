import { commonMessages } from '#components/messages/common';
import { LateVisitor } from '#components/paste/view/late-visitor';
import { StatusPage } from '#components/ui/status-page';
import '#components/paste/view/text/colour.css';

/** Missing, expired, deleted and burned pastes look the same to a visitor without proof. */
export default function PasteNotFound() {
  return (
    <LateVisitor>
      <StatusPage title={commonMessages.errors.notFoundTitle} text={commonMessages.errors.notFoundText} />
    </LateVisitor>
  );
}
