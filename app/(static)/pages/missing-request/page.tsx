import { answerMessages } from '#components/messages/answer';
import { MissingSecretRequest } from '#components/requests/answer/answer-page';
import { StaticTitle } from '#components/shell/static-title';

export default function MissingRequestPage() {
  return (
    <>
      <StaticTitle title={answerMessages.goneTitle} />
      <MissingSecretRequest />
    </>
  );
}
