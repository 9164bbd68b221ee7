import { editorMessages as messages } from '#components/messages/editor';
import { useHasCrypto, useIsApple } from '#components/ui/browser-facts';
import { Button, LinkButton } from '#components/ui/button';
import { addressOf } from '#lib/site/address.rules';
import styles from '../editor.module.css';
import { noticeOf, problemAt } from '../model/editor.notice';
import { type FormState, isBusy } from '../model/editor.state';
import type { EditorStore } from '../store/editor.store';

interface SubmitBarProps {
  state: FormState;
  store: EditorStore;
}

/** The button keeps its place and focus while it works. Cancel stands apart, so that a double click doesn't hit it. */
export function SubmitBar({ state, store }: SubmitBarProps) {
  const problem = problemAt(state, 'form');
  const isApple = useIsApple();
  const canEncrypt = useHasCrypto();
  const isUnderWay = isBusy(state);
  const isSilent = state.phase === 'sending' && state.isSilent;
  const notice = noticeOf(state);
  const isRefused = !canEncrypt && state.draft.encrypt && !isUnderWay;
  return (
    <div className={styles.submit}>
      {problem === null ? null : (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {state.phase === 'writing' && state.problem?.code === 'signed-out' ? (
        <div className={styles.ways}>
          {/* This tab keeps all that was written, a password included. */}
          <LinkButton href={addressOf('/account')} target="_blank">
            {messages.signInAgain}
          </LinkButton>
          <Button onClick={() => void store.submitWithout('account')}>{messages.createAnonymously}</Button>
        </div>
      ) : null}
      {/* The status says it to those who listen. */}
      {notice === null && !isSilent ? null : (
        <p aria-hidden className={styles.notice}>
          {notice ?? messages.silent}
        </p>
      )}
      {isUnderWay ? (
        <div className={styles.progress}>
          <Progress state={state} />
          {isSilent ? <Button onClick={() => void store.retry()}>{messages.retry}</Button> : null}
          {state.phase === 'calling-off' ? null : <Button onClick={() => void store.cancel()}>{messages.cancel}</Button>}
        </div>
      ) : null}
      {isRefused ? (
        // No submit button: the usual keys must not create what is not encrypted.
        <Button variant="primary" className={styles.create} onClick={() => void store.submitWithout('encryption')}>
          {messages.createUnencrypted}
        </Button>
      ) : (
        <Button
          variant="primary"
          type="submit"
          className={styles.create}
          aria-disabled={isUnderWay}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {isUnderWay ? labelWithPercent(state) : messages.create}
          {isUnderWay ? null : <kbd aria-hidden>{isApple ? '⌘ ↵' : 'Ctrl ↵'}</kbd>}
        </Button>
      )}
    </div>
  );
}

function labelOf(state: FormState): string {
  if (state.phase === 'sending') return messages.sending;
  if (state.phase === 'calling-off') return messages.callingOff;
  return state.draft.encrypt ? messages.encrypting : messages.preparing;
}

function labelWithPercent(state: FormState): string {
  if (state.phase !== 'sealing' || state.percent === null) return labelOf(state);
  return `${labelOf(state)} ${messages.percent(state.percent)}`;
}

/** Without a value as long as nobody knows how far it is. */
function Progress({ state }: { state: FormState }) {
  if (state.phase === 'sealing' && state.percent !== null)
    return <progress className={styles.bar} aria-label={labelOf(state)} value={state.percent} max={100} />;
  if (state.phase !== 'sending') return <progress className={styles.bar} aria-label={labelOf(state)} />;
  return <progress className={styles.bar} aria-label={messages.sending} value={state.sentBytes} max={state.totalBytes} />;
}
