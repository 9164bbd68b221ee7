import { MissingRequest } from '#components/requests/answer/missing-request';

export default function RequestNotFound() {
  return <MissingRequest />;
}
