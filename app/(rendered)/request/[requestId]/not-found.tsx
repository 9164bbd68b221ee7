import { MissingRequest } from '#components/requests/answer/answer-page';

export default function RequestNotFound() {
  return <MissingRequest />;
}
