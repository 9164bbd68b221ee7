'use client';

import { useEffect, useState } from 'react';
import { answerMessages, answerMessages as messages } from '#components/messages/answer';
import { usePageData } from '#components/shell/use-page-data';
import { LinkButton } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { StatusPage } from '#components/ui/status-page';
import { Unreachable } from '#components/ui/unreachable';
import { WithoutScript } from '#components/ui/without-script';
import type { PageData } from '#lib/api/page-data.rules';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/encoding/time.rules';
import { formatUnit } from '#lib/locales/format.rules';
import type { SecretRequestJson } from '#lib/requests/request.schema';
import { addressOf, idInAddress } from '#lib/site/address.rules';
import styles from './answer.module.css';
import { AnswerForm } from './answer-form';
import { restoreSent, type SentAnswer, SentScreen } from './sent-answers';
import { useAnswer } from './use-answer';

/** The page behind a request link, where somebody sends an answer. */
export function AnswerPage({ request }: { request: SecretRequestJson }) {
  const { state, addSent, another } = useAnswer(request);
  switch (state.phase) {
    case 'refused':
      // A refused link shows no field to type into.
      return (
        <Notice title={messages.links[state.problem].title}>
          <p role="alert">{messages.links[state.problem].text}</p>
        </Notice>
      );
    case 'full':
      return (
        <Notice title={messages.fullTitle} actions={<LinkButton href={addressOf('/requests')}>{messages.makeYourOwn}</LinkButton>}>
          <p>{messages.fullText(request.maxAnswers)}</p>
        </Notice>
      );
    case 'sent':
      return <SentScreen requestId={request.requestId} answers={state.answers} onAnother={state.answersLeft === 0 ? null : another} />;
    case 'checking':
      return <CheckingPage />;
    case 'writing':
      return (
        <main id="content" className={`column ${styles.answer}`}>
          <AnswerIntro label={state.asked.label} note={state.isSealed ? messages.unnamed : messages.unverified} />
          <AnswerForm
            find={async () => request}
            hint={(request.burnAfterRead ? messages.once : messages.often)(lifeOf(request))}
            left={request.answersLeft}
            fields={state.asked.fields}
            onSent={addSent}
          />
        </main>
      );
  }
}

/** The page until the link's key is checked. */
function CheckingPage() {
  return (
    <main id="content" className={`column ${styles.answer}`}>
      <AnswerIntro label={null} note="" />
      <div className={styles.checking}>
        <p role="status" className="needs-script">
          {messages.checking}
        </p>
        <WithoutScript title={messages.noScriptTitle} text={messages.noScript} command="sealpaste answer LINK < secret.txt" />
      </div>
    </main>
  );
}

/** Tells who can read the answer, and what the link asks for, as plain text. @param label null: not known yet */
function AnswerIntro({ label, note }: { label: string | null; note: string }) {
  return (
    <>
      <h1>{messages.title}</h1>
      <p>{messages.promise}</p>
      {label === null ? null : label === '' ? (
        <p className={styles.muted}>{messages.unnamed}</p>
      ) : (
        <figure className={styles.asked}>
          <figcaption>{messages.asked}</figcaption>
          <blockquote>
            <bdi>{label}</bdi>
          </blockquote>
          <p>{note}</p>
        </figure>
      )}
    </>
  );
}

/** The page of a request link. Its file knows nothing of the request, whose data is requested as the file arrives. */
export function SecretRequestLink() {
  const { data, hasFailed, retry } = usePageData();
  if (hasFailed) return <Unreachable words={messages.offline} onRetry={retry} />;
  if (data === null) return <CheckingPage />;
  const { request } = data as PageData & { request: SecretRequestJson | null };
  return request ? <AnswerPage request={request} /> : <MissingSecretRequest />;
}

/** Missing, expired and ended requests look the same. A tab that sent answers still sees their receipts. */
export function MissingSecretRequest() {
  const [requestId, setRequestId] = useState('');
  const [answers, setAnswers] = useState<readonly SentAnswer[]>([]);

  useEffect(() => {
    const inAddress = idInAddress();
    setRequestId(inAddress);
    setAnswers(restoreSent(inAddress));
  }, []);

  if (answers.length > 0) return <SentScreen requestId={requestId} answers={answers} onAnother={null} />;
  return <StatusPage title={answerMessages.goneTitle} text={answerMessages.goneText} />;
}

/** How long an answer is kept, in words: as long as the request lasts. */
function lifeOf({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }): string {
  const lengthMs = Date.parse(expiresAt) - Date.parse(createdAt);
  if (lengthMs >= 2 * DAY_MS) return formatUnit(Math.round(lengthMs / DAY_MS), 'day');
  if (lengthMs >= HOUR_MS) return formatUnit(Math.round(lengthMs / HOUR_MS), 'hour');
  return formatUnit(Math.max(1, Math.round(lengthMs / MINUTE_MS)), 'minute');
}
