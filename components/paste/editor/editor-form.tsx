import { type FormEvent, type RefObject, useEffect, useState } from 'react';
import { editorMessages as messages } from '#components/messages/editor';
import { ShortcutsDialog } from '#components/ui/shortcuts-dialog';
import { useFileDrop } from '#components/ui/use-file-drop';
import { useLeaveGuard } from '#components/ui/use-leave-guard';
import { useShortcuts } from '#components/ui/use-shortcuts';
import { useSubmitKeys } from '#components/ui/use-submit-keys';
import type { OfferedExpiries } from '#lib/pastes/expiry.rules';
import { ContentPanel } from './content/content-panel';
import styles from './editor.module.css';
import { hasContent } from './model/editor-draft';
import { fieldOf } from './model/editor-problem';
import type { FormState } from './model/editor-state';
import { OptionsPanel } from './options/options-panel';
import type { EditorStore } from './store/editor-store';
import { SubmitBar } from './submit-bar';

interface EditorFormProps {
  expiries: OfferedExpiries;
  ref: RefObject<HTMLFormElement | null>;
  state: FormState;
  store: EditorStore;
  onCreateAndCopy: () => void;
}

export function EditorForm({ ref, state, store, expiries, onCreateAndCopy }: EditorFormProps) {
  const [isListing, setListing] = useState(false);
  useShortcuts({
    '?': () => setListing(true),
    n: () => ref.current?.querySelector<HTMLElement>('#text')?.focus(),
  });
  useSubmitKeys(ref, (isWithShift) => (isWithShift ? onCreateAndCopy() : void store.submit()));
  // The tab keeps the draft while it shows other pages of ours.
  useLeaveGuard(hasContent(state.draft), { isForOthersOnly: !state.draft.isUnkept });
  const isDropping = useFileDrop((files) => void store.offerFiles(files));

  const problem = state.phase === 'writing' ? state.problem : null;
  useEffect(() => {
    // The bar is in view anyway. A draft that can't be kept has a lasting alert of its own.
    if (problem === null || fieldOf(problem) === 'form') return;
    ref.current?.querySelector('[role="alert"]:not([data-lasting])')?.scrollIntoView({ block: 'nearest' });
  }, [problem, ref]);

  function submit(event: FormEvent): void {
    // React also delivers submits of dialogs that the form's components render elsewhere in the document.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    void store.submit();
  }

  return (
    <form
      ref={ref}
      className={styles.form}
      // Outside a dialog, this method sends nothing: before React loads, a submit would put the text into the address.
      method="dialog"
      onSubmit={submit}
      autoComplete="off"
      noValidate
    >
      <h1 className="visually-hidden">{messages.heading}</h1>
      <ContentPanel state={state} store={store} onShortcuts={() => setListing(true)} />
      <div className={styles.side}>
        <OptionsPanel state={state} store={store} expiries={expiries} />
        <SubmitBar state={state} store={store} />
      </div>
      {isListing ? <ShortcutsDialog keys={messages.keys} onClose={() => setListing(false)} /> : null}
      {isDropping ? (
        <div className={styles.dropArea} aria-hidden>
          <p>{messages.dropHere}</p>
        </div>
      ) : null}
    </form>
  );
}
