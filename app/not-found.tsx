import { en } from '#components/messages/en';
import { DeadEnd } from '#components/ui/dead-end';

export default function NotFound() {
  return <DeadEnd title={en.errors.pageNotFoundTitle} text={en.errors.pageNotFoundText} />;
}
