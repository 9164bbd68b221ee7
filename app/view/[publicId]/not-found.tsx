import { en } from '../../../components/text/en';
import { DeadEnd } from '../../../components/ui/dead-end';
import { LateVisitor } from '../../../components/view/burn/late-visitor';
import '../../../components/view/colour/colour.css';

/** Missing, expired, deleted and burned look alike to who can't prove more. */
export default function PasteNotFound() {
  return (
    <LateVisitor>
      <DeadEnd title={en.errors.notFoundTitle} text={en.errors.notFoundText} />
    </LateVisitor>
  );
}
