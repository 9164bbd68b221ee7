import { en } from '#components/messages/en';
import { LateVisitor } from '#components/paste/view/burn/late-visitor';
import { DeadEnd } from '#components/ui/dead-end';
import '#components/paste/view/colour/colour.css';

/** Missing, expired, deleted and burned look alike to who can't prove more. */
export default function PasteNotFound() {
  return (
    <LateVisitor>
      <DeadEnd title={en.errors.notFoundTitle} text={en.errors.notFoundText} />
    </LateVisitor>
  );
}
