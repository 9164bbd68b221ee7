import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { composeTexts as texts } from '#components/messages/compose';
import { ShortcutsDialog } from '#components/ui/shortcuts-dialog';
import { useShortcuts } from '#components/ui/use-shortcuts';
import hiddenStyles from '#components/ui/visually-hidden.module.css';
import styles from './compose.module.css';
import { describeProblem, fieldOf } from './compose.problem';
import { type FormState, isBusy } from './compose.state';
import type { Compose } from './compose.store';
import { Editor } from './editor';
import { OptionsPanel } from './options-panel';
import { SubmitBar } from './submit-bar';
import { useFileDrop } from './use-file-drop';

interface ComposeFormProps {
  maxTtlSeconds: number | null;
  ref: RefObject<HTMLFormElement | null>;
  state: FormState;
  compose: Compose;
}

export function ComposeForm({ ref, state, compose, maxTtlSeconds }: ComposeFormProps) {
  const [isListing, setListing] = useState(false);
  useShortcuts({
    '?': () => setListing(true),
    n: () => ref.current?.querySelector('textarea')?.focus(),
  });
  const isDropping = useFileDrop((files) => void compose.offerFiles(files));
  const isUnderWay = isBusy(state);
  const problem = state.phase === 'writing' ? state.problem : null;
  const problemAt = (field: ReturnType<typeof fieldOf>) => (problem && fieldOf(problem) === field ? describeProblem(problem) : null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void compose.submit();
  }

  function submitByKeyboard(event: KeyboardEvent): void {
    // AltGr is Ctrl and Alt to Windows, and may be pressed still after a brace.
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void compose.submit();
  }

  return (
    <form
      ref={ref}
      className={styles.form}
      // Outside of a dialog this submits nothing: before the program is here, the browser must not put the text into an address.
      method="dialog"
      onSubmit={submit}
      onKeyDown={submitByKeyboard}
      autoComplete="off"
      noValidate
    >
      <h1 className={hiddenStyles.hidden}>{texts.heading}</h1>
      <Editor
        draft={state.draft}
        readingName={state.phase === 'reading' ? state.name : null}
        isLocked={isUnderWay}
        contentProblem={problemAt('content')}
        fileProblem={problemAt('file')}
        titleProblem={problemAt('title')}
        undo={state.phase === 'writing' && state.cleared ? compose.undoClear : null}
        compose={compose}
        onShortcuts={() => setListing(true)}
      />
      <div className={styles.side}>
        <OptionsPanel
          draft={state.draft}
          maxTtlSeconds={maxTtlSeconds}
          isLocked={isUnderWay}
          encryptProblem={problemAt('encrypt')}
          passwordProblem={problemAt('password')}
          onSubmitWithoutPassword={() => void compose.submitWithoutPassword()}
          onEdit={compose.edit}
        />
        <SubmitBar
          state={state}
          problem={problemAt('form')}
          onCancel={() => void compose.cancel()}
          onRetry={() => void compose.retry()}
          onSubmitUnencrypted={() => void compose.submitUnencrypted()}
        />
      </div>
      {isListing ? <ShortcutsDialog keys={texts.keys} onClose={() => setListing(false)} /> : null}
      {isDropping ? (
        <div className={styles.dropArea} aria-hidden>
          <p>{texts.dropHere}</p>
        </div>
      ) : null}
    </form>
  );
}
