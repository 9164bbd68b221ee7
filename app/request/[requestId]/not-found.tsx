import { answerMessages } from '#components/messages/answer';
import { LateSender } from '#components/requests/answer/late-sender';
import { StatusPage } from '#components/ui/status-page';

/** Missing, expired and ended requests look the same. A visitor who sent an answer from this tab sees its receipt. */
export default function RequestNotFound() {
  return (
    <LateSender>
      <StatusPage title={answerMessages.goneTitle} text={answerMessages.goneText} />
    </LateSender>
  );
}
