import { useState } from 'react';
import { requestMessages } from '#components/messages/request';
import { Button, SubmitButton } from '#components/ui/button';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { Disclosure } from '#components/ui/disclosure';
import { NearMoment } from '#components/ui/moment';
import { AnswerRow } from './answer-row';
import styles from './requests.module.css';
import { endSecretRequest } from './secret-request.client';
import { SecretRequestLinks } from './secret-request-link-fields';
import { countReceived, countWaiting, type InboxRow } from './use-secret-requests';

const messages = requestMessages.list;
const removeMessages = requestMessages.remove;
const endMessages = requestMessages.end;

interface SecretRequestRowProps {
  row: InboxRow;
  onChanged: () => void;
  /** Called to forget the inbox link; null: this browser doesn't keep it. */
  onRemove: (() => void) | null;
  heading?: 'h2' | 'h3';
}

export function SecretRequestRow({ row, onChanged, onRemove, heading: Heading = 'h3' }: SecretRequestRowProps) {
  const { inboxKey, link, privateKey, request, answers, problem, createdAt, expiresAt } = row;
  const [dialog, setDialog] = useState<'end' | 'remove' | null>(null);
  const name = row.label === '' ? messages.unnamed : row.label;
  const isOpen = problem === null && request?.state === 'open';
  const canRemove = onRemove !== null && (problem === 'gone' || (request !== null && !isOpen));
  const waiting = countWaiting(answers);
  return (
    <li className={styles.request}>
      <div className={styles.head}>
        <Heading>
          <bdi>{name}</bdi>
        </Heading>
        {request === null || problem !== null ? null : (
          <span className={styles.badge} data-state={request.state}>
            {messages.states[request.state]}
          </span>
        )}
      </div>
      <p className={`${styles.muted} ${styles.facts}`}>
        {request === null ? null : <span>{receivedOf(countReceived(request), request.maxAnswers)}</span>}
        <span>
          <span>{isOpen ? messages.openUntil : messages.created}</span>{' '}
          <NearMoment atMs={Date.parse(isOpen ? expiresAt : createdAt)} knownAt={Date.parse(createdAt)} />
        </span>
      </p>
      {problem === null ? null : <p className={styles.muted}>{problem === 'gone' ? messages.gone : messages.signedOut}</p>}
      {inboxKey === null && problem === null ? <p className={styles.muted}>{messages.noKey}</p> : null}
      {answers === null || answers.length === 0 ? null : (
        <ul className={styles.answers}>
          {answers.map((answer, index) => {
            // Opening an answer may remove its id, and the next one comes before it: its number stays.
            const number = answers.length - index;
            return (
              <AnswerRow
                key={number}
                answer={answer}
                number={number}
                name={name}
                burnAfterRead={request?.burnAfterRead ?? true}
                privateKey={privateKey}
                onOpened={onChanged}
              />
            );
          })}
        </ul>
      )}
      <div className={`row ${styles.rowActions}`}>
        {isOpen && link !== null && inboxKey !== null ? (
          <Disclosure label={messages.showLink} name={messages.showLinkOf(name)}>
            <SecretRequestLinks request={{ requestId: row.requestId, inboxKey, link, label: row.label, createdAt, expiresAt }} />
          </Disclosure>
        ) : null}
        {isOpen ? (
          <Button variant="quiet" onClick={() => setDialog('end')} aria-label={messages.endOf(name)}>
            {messages.end}
          </Button>
        ) : null}
        {canRemove ? (
          <Button variant="quiet" onClick={() => setDialog('remove')} aria-label={messages.removeOf(name)}>
            {messages.remove}
          </Button>
        ) : null}
      </div>
      {dialog === 'end' ? (
        <EndDialog requestId={row.requestId} inboxKey={inboxKey} waiting={waiting} onEnded={onChanged} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === 'remove' && onRemove !== null ? (
        <ConfirmDialog
          title={removeMessages.title}
          text={removeMessages.text}
          cancel={removeMessages.cancel}
          onClose={() => setDialog(null)}
        >
          <SubmitButton variant="danger" onClick={onRemove}>
            {removeMessages.remove}
          </SubmitButton>
        </ConfirmDialog>
      ) : null}
    </li>
  );
}

interface EndDialogProps {
  requestId: string;
  /** null: the request belongs to the account. */
  inboxKey: string | null;
  /** The number of unopened answers. */
  waiting: number;
  onEnded: () => void;
  onClose: () => void;
}

/** Asks before a request is ended, and whether its unopened answers are kept or deleted. */
function EndDialog({ requestId, inboxKey, waiting, onEnded, onClose }: EndDialogProps) {
  const [isFailed, setFailed] = useState(false);

  async function end(answers: 'keep' | 'delete'): Promise<void> {
    setFailed(false);
    const hasEnded = await endSecretRequest(requestId, inboxKey, answers);
    setFailed(!hasEnded);
    if (!hasEnded) return;
    onEnded();
    onClose();
  }

  return (
    <ConfirmDialog
      title={endMessages.title}
      text={waiting > 0 ? `${endMessages.text} ${endMessages.waiting(waiting)}` : endMessages.text}
      cancel={endMessages.cancel}
      onClose={onClose}
      problem={
        <p role="alert" className={styles.problem}>
          {isFailed ? endMessages.failed : ''}
        </p>
      }
    >
      <Button variant="danger" onClick={() => void end('keep')}>
        {waiting > 0 ? endMessages.keepAnswers : endMessages.end}
      </Button>
      {waiting > 0 ? (
        <Button variant="danger" onClick={() => void end('delete')}>
          {endMessages.deleteAnswers}
        </Button>
      ) : null}
    </ConfirmDialog>
  );
}

const receivedOf = (count: number, limit: number): string =>
  limit === 1 ? messages.received(count) : messages.receivedOf({ count, limit });
