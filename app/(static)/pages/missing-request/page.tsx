import { answerMessages } from '#components/messages/answer';
import { MissingRequest } from '#components/requests/answer/answer-page';
import { StaticTitle } from '#components/shell/static-title';

export default function MissingRequestPage() {
  return (
    <>
      <StaticTitle title={answerMessages.goneTitle} />
      <MissingRequest />
    </>
  );
}
