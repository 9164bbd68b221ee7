import { MissingSecretRequest } from '#components/requests/answer/answer-page';

export default function RequestNotFound() {
  return <MissingSecretRequest />;
}
