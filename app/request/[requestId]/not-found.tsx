import { answerMessages } from '#components/messages/answer';
import { LateSender } from '#components/requests/answer/late-sender';
import { StatusPage } from '#components/ui/status-page';

/** Requests that never were, have expired or were ended look the same. Who has sent something from this tab sees its receipt. */
export default function RequestNotFound() {
  return (
    <LateSender>
      <StatusPage title={answerMessages.goneTitle} text={answerMessages.goneText} />
    </LateSender>
  );
}
