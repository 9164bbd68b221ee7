import { composeTexts as texts } from '../text/compose';
import { useHasCrypto, useIsApple } from '../ui/browser-facts';
import { Button } from '../ui/button';
import styles from './compose.module.css';
import type { FormState } from './compose.state';

interface SubmitBarProps {
  state: FormState;
  problem: string | null;
  onCancel: () => void;
  onSubmitUnencrypted: () => void;
}

/** The button keeps its place and the focus while it works; Cancel stands apart, where no second click falls on it. */
export function SubmitBar({ state, problem, onCancel, onSubmitUnencrypted }: SubmitBarProps) {
  const isApple = useIsApple();
  const canEncrypt = useHasCrypto();
  const isUnderWay = state.phase === 'sealing' || state.phase === 'sending';
  const isRefused = !canEncrypt && state.draft.encrypt && !isUnderWay;
  return (
    <div className={styles.submit}>
      {problem === null ? null : (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {isUnderWay ? (
        <div className={styles.progress}>
          <Progress state={state} />
          <Button onClick={onCancel}>{texts.cancel}</Button>
        </div>
      ) : null}
      {isRefused ? (
        // No submit button: the usual keys must not create what is not encrypted.
        <Button look="primary" className={styles.create} onClick={onSubmitUnencrypted}>
          {texts.createUnencrypted}
        </Button>
      ) : (
        <Button
          look="primary"
          type="submit"
          className={styles.create}
          aria-disabled={isUnderWay}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {isUnderWay ? labelOf(state) : texts.create}
          {isUnderWay ? null : <kbd aria-hidden>{isApple ? '⌘ ↵' : 'Ctrl ↵'}</kbd>}
        </Button>
      )}
    </div>
  );
}

function labelOf(state: FormState): string {
  if (state.phase === 'sending') return texts.sending;
  return state.draft.encrypt ? texts.encrypting : texts.preparing;
}

/** Without a value while encrypting: it can't be known how far that is. */
function Progress({ state }: { state: FormState }) {
  if (state.phase !== 'sending') return <progress className={styles.bar} aria-label={labelOf(state)} />;
  return <progress className={styles.bar} aria-label={texts.sending} value={state.sentBytes} max={state.totalBytes} />;
}
