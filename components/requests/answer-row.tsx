import Flame from 'lucide-react/icons/flame';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { requestMessages } from '#components/messages/request';
import { save } from '#components/paste/view/model/view-download';
import type { ViewProblem } from '#components/paste/view/model/view-problems';
import { findClaim, wasOpenedHere } from '#components/paste/view/reader/burn-claim-storage';
import { Button } from '#components/ui/button';
import { listen } from '#components/ui/listen';
import { NearMoment } from '#components/ui/moment';
import type { PrivateJwk } from '#lib/envelope/answer-keys';
import type { AnswerJson } from '#lib/requests/request.schema';
import { createOpening, type OpenOutcome } from './open-answer';
import { OpenedAnswer } from './opened-answer';
import styles from './requests.module.css';

const messages = requestMessages.answers;

interface AnswerRowProps {
  answer: AnswerJson;
  /** The answer's number among all answers to the request; the oldest has 1. */
  number: number;
  /** The request's name in the list. */
  name: string;
  burnAfterRead: boolean;
  /** null: this browser doesn't have the inbox link. */
  privateKey: PrivateJwk | null;
  /** Somebody waits for the answer: it opens as soon as it is there. */
  opensAtOnce?: boolean;
  onOpened: () => void;
}

/** Shows a received answer: its state, and the button that opens it. */
export function AnswerRow({ answer, number, name, burnAfterRead, privateKey, opensAtOnce = false, onOpened }: AnswerRowProps) {
  const { publicId, state, createdAt, expiresAt } = answer;
  const [isOpening, setOpening] = useState(false);
  const [outcome, setOutcome] = useState<OpenOutcome | null>(null);
  const [isHidden, setHidden] = useState(false);
  const opening = useRef<(() => Promise<OpenOutcome>) | null>(null);
  const moment = (time: string) => <NearMoment atMs={Date.parse(time)} knownAt={Date.parse(createdAt)} />;
  // After a reload within the lease, this tab can still open the answer; for others it is opened.
  const isClaimedHere = publicId !== null && findClaim(publicId) !== null;
  const isWaiting = state === 'created' || isClaimedHere;
  const isOpened = outcome?.kind === 'opened';
  const canOpen = publicId !== null && privateKey !== null && isWaiting;

  const [toDo, toDoOf] = isOpening
    ? [messages.opening, messages.openingOf]
    : isClaimedHere
      ? [messages.resume, messages.resumeOf]
      : [messages.open, messages.openOf];

  // Removes the text when the page is left, because a browser may keep the whole page for Back.
  const isOnly = burnAfterRead && isOpened;
  useEffect(() => {
    if (!isOnly) return;
    return listen(window, 'pagehide', () => {
      opening.current = null;
      flushSync(() => setOutcome(null));
    });
  }, [isOnly]);

  async function open(): Promise<void> {
    if (isOpening || publicId === null || privateKey === null) return;
    setOpening(true);
    opening.current ??= createOpening({ publicId, burnAfterRead }, privateKey);
    const result = await opening.current();
    setOutcome(result);
    setOpening(false);
    if (result.kind === 'opened') onOpened();
  }

  const openAtOnce = useEffectEvent(() => void open());
  useEffect(() => {
    if (opensAtOnce && canOpen) openAtOnce();
  }, [opensAtOnce, canOpen]);

  return (
    <li className={styles.answer}>
      <div className={styles.answerLine}>
        <p>
          <span className={styles.answerState} data-state={state}>
            {stateOf(answer, isClaimedHere)}
          </span>
          {isWaiting ? (
            moment(createdAt)
          ) : (
            <span className={styles.muted}>
              {messages.arrivedAt} {moment(createdAt)}
            </span>
          )}
          {isWaiting && expiresAt !== null ? (
            <span className={styles.muted}>
              {messages.until} {moment(expiresAt)}
            </span>
          ) : null}
        </p>
        {/* Takes the focus from the button that hid the answer. */}
        {isOpened && isHidden ? (
          <Button autoFocus onClick={() => setHidden(false)} aria-label={messages.showAgainOf({ number, name })}>
            {messages.showAgain}
          </Button>
        ) : canOpen && !isOpened ? (
          <Button
            variant="primary"
            icon={Flame}
            onClick={() => void open()}
            aria-disabled={isOpening}
            aria-label={toDoOf({ number, name })}
          >
            {toDo}
          </Button>
        ) : null}
      </div>
      <p role="alert" className={styles.problem}>
        {outcome?.kind === 'failed' ? sentenceOf(outcome.problem) : ''}
      </p>
      {outcome?.kind === 'failed' && outcome.ciphertext !== null ? (
        <div>
          <Button onClick={() => save(outcome.ciphertext ?? '', `${publicId}.jwe`)}>{messages.saveCiphertext}</Button>
        </div>
      ) : null}
      {isOpened ? (
        <div hidden={isHidden}>
          <OpenedAnswer
            document={outcome.document}
            fallbackName={publicId ?? 'answer'}
            isOnly={burnAfterRead}
            isHidden={isHidden}
            onClose={() => setHidden(true)}
          />
        </div>
      ) : null}
    </li>
  );
}

function stateOf({ publicId, state }: AnswerJson, isClaimedHere: boolean): string {
  if (state === 'created' || isClaimedHere) return messages.arrived;
  if (state === 'opened' && publicId !== null && wasOpenedHere(publicId)) return messages.openedHere;
  return messages[state];
}

/** Problems of a paste's page without a sentence here mean that the answer is gone. */
function sentenceOf(problem: ViewProblem): string {
  const { problems } = messages;
  return (problems as Partial<Record<ViewProblem, string>>)[problem] ?? problems.gone;
}
