import { type RefObject, useEffect, useRef } from 'react';
import { editorMessages as messages } from '#components/messages/editor';
import { useHasCrypto, useIsApple } from '#components/ui/browser-facts';
import { Button, LinkButton } from '#components/ui/button';
import { addressOf } from '#lib/site/address.rules';
import styles from './editor.module.css';
import { type HouseRules, mustEncrypt } from './model/editor-draft';
import { type FormState, isBusy } from './model/editor-state';
import { problemAt, workOf } from './model/editor-words';
import type { PasteEditor } from './model/paste-editor';

interface SubmitBarProps {
  state: FormState;
  editor: PasteEditor;
  rules: HouseRules;
}

/** The submit button keeps its place and focus during work. Cancel stands apart, so that a double click doesn't hit it. */
export function SubmitBar({ state, editor, rules }: SubmitBarProps) {
  const problem = problemAt(state, 'form');
  const { problem: said, notice } = state.phase === 'writing' ? state : { problem: null, notice: null };
  const isApple = useIsApple();
  const canEncrypt = useHasCrypto();
  const isUnderWay = isBusy(state);
  const isSilent = state.phase === 'sending' && state.isSilent;
  const isRefused = !canEncrypt && state.draft.encrypt && !isUnderWay && !mustEncrypt(rules);
  const create = useRef<HTMLButtonElement>(null);
  const step = `${state.phase} ${isSilent}`;
  useFocusFound(create, step);
  useInView(create, problem ?? notice ?? (isUnderWay ? step : ''));
  return (
    <div className={`stack ${styles.submit}`}>
      {problem === null ? null : (
        <p role="alert" className={`box danger ${styles.problem}`}>
          {problem}
        </p>
      )}
      {canEncrypt || isUnderWay || problem !== null || notice !== null ? null : <CannotEncrypt state={state} rules={rules} />}
      {said?.code === 'signed-out' || said?.code === 'key-needed' ? (
        <div className={`row ${styles.ways}`}>
          {/* The link opens another tab; this one keeps the draft with its password. */}
          <LinkButton href={addressOf('/account')} target="_blank">
            {messages.signInAgain}
          </LinkButton>
          {said.code === 'key-needed' || rules.includes('account') ? null : (
            <Button onClick={() => void editor.submitWithout('account')}>{messages.createAnonymously}</Button>
          )}
        </div>
      ) : null}
      {/* Screen readers hear this from the status element. */}
      {notice === null && !isSilent ? null : (
        <p aria-hidden className={`box ${styles.notice}`}>
          {notice ?? messages.silent}
        </p>
      )}
      {isUnderWay ? (
        <div className={styles.progress}>
          <Progress state={state} />
          {isSilent ? <Button onClick={() => void editor.retry()}>{messages.retry}</Button> : null}
          {state.phase === 'calling-off' ? null : <Button onClick={() => void editor.cancel()}>{messages.cancel}</Button>}
        </div>
      ) : null}
      {isRefused ? (
        // No submit button: the submit keys must not create an unencrypted paste.
        <Button ref={create} variant="primary" className={styles.create} onClick={() => void editor.submitWithout('encryption')}>
          {messages.createUnencrypted}
        </Button>
      ) : (
        <Button
          ref={create}
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

/** Says why nothing is encrypted here, beside the button that then creates an unencrypted paste. */
function CannotEncrypt({ state, rules }: Pick<SubmitBarProps, 'state' | 'rules'>) {
  const problem = problemAt(state, 'encrypt');
  const withFiles = state.draft.files.length > 0 ? messages.cannotEncryptFiles : messages.cannotEncrypt;
  return (
    <div className={`box warning ${styles.warning}`}>
      <p>
        <strong>{messages.cannotEncryptTitle}</strong> <span>{mustEncrypt(rules) ? messages.rules.cannotEncrypt : withFiles}</span>
      </p>
      {problem === null ? null : <p role="alert">{problem}</p>}
    </div>
  );
}

/** Gives the button the focus when the pressed one, e.g. Cancel, has disappeared with the state it belonged to. */
function useFocusFound(button: RefObject<HTMLButtonElement | null>, state: string): void {
  const last = useRef(state);
  useEffect(() => {
    if (last.current !== state && document.activeElement === document.body) button.current?.focus();
    last.current = state;
  }, [button, state]);
}

/** Scrolls to the button when something new is said beside it: a very low window may show the page's head instead. */
function useInView(button: RefObject<HTMLButtonElement | null>, said: string): void {
  useEffect(() => {
    if (said !== '') button.current?.scrollIntoView({ block: 'nearest' });
  }, [button, said]);
}

function labelWithPercent(state: FormState): string {
  if (state.phase !== 'sealing' || state.percent === null) return workOf(state);
  return `${workOf(state)} ${messages.percent(state.percent)}`;
}

/** Shows a progress bar, without a value while the progress is unknown. */
function Progress({ state }: { state: FormState }) {
  const percent = state.phase === 'sealing' ? state.percent : null;
  const [value, max] = state.phase === 'sending' ? [state.sentBytes, state.totalBytes] : percent === null ? [] : [percent, 100];
  return <progress className={styles.bar} aria-label={workOf(state)} value={value} max={max} />;
}
