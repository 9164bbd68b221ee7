'use client';

import { answerMessages as messages } from '#components/messages/answer';
import { LinkButton } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { useLeaveGuard } from '#components/ui/use-leave-guard';
import type { RequestJson } from '#lib/requests/request.schema';
import { addressOf } from '#lib/site/address.rules';
import styles from './answer.module.css';
import { isUnsent } from './answer.state';
import { AnswerForm } from './answer-form';
import { AnswerIntro } from './answer-intro';
import { SentScreen } from './sent-screen';
import { useAnswer } from './use-answer';
import { WithoutScript } from './without-script';

/** Where somebody sends what was asked for. */
export function AnswerPage({ request }: { request: RequestJson }) {
  const { state, session, another } = useAnswer(request);
  useLeaveGuard(isUnsent(state));
  switch (state.phase) {
    case 'refused':
      return <Refused {...messages.links[state.problem]} />;
    case 'full':
      return <Full maxAnswers={request.maxAnswers} />;
    case 'sent':
      return <SentScreen requestId={request.requestId} answers={state.answers} onAnother={state.answersLeft === 0 ? null : another} />;
    default:
      return (
        <main id="content" className={styles.answer}>
          <AnswerIntro label={request.label} />
          {state.phase === 'checking' ? (
            <div className={styles.checking}>
              <p role="status">{messages.checking}</p>
              <WithoutScript />
            </div>
          ) : (
            <AnswerForm request={request} state={state} session={session} />
          )}
        </main>
      );
  }
}

/** Nothing may be typed. */
function Refused({ title, text }: { title: string; text: string }) {
  return (
    <Notice title={title}>
      <p role="alert">{text}</p>
    </Notice>
  );
}

function Full({ maxAnswers }: { maxAnswers: number }) {
  return (
    <Notice title={messages.fullTitle} actions={<LinkButton href={addressOf('/requests')}>{messages.makeYourOwn}</LinkButton>}>
      <p>{messages.fullText(maxAnswers)}</p>
    </Notice>
  );
}
