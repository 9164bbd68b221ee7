'use client';

import { type FormEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { apiKey } from '#components/client/api-key';
import { editorMessages as messages } from '#components/messages/editor';
import { usePageData } from '#components/shell/use-page-data';
import { copyLater } from '#components/ui/copy-text';
import { lazyPart } from '#components/ui/lazy-part';
import { ShortcutsDialog } from '#components/ui/shortcuts-dialog';
import { localStore, tabStorage } from '#components/ui/storage';
import { useFileDrop } from '#components/ui/use-file-drop';
import { useLeaveGuard } from '#components/ui/use-leave-guard';
import { useShortcuts } from '#components/ui/use-shortcuts';
import { useSubmitKeys } from '#components/ui/use-submit-keys';
import type { PageData } from '#lib/api/page-data.rules';
import { DEFAULT_EXPIRIES } from '#lib/pastes/expiry.rules';
import { addressOf } from '#lib/site/address.rules';
import { ContentPanel } from './content-panel';
import styles from './editor.module.css';
import { rememberCreated } from './model/created-paste';
import { hasContent, withRules } from './model/editor-draft';
import { type EditorState, type FormState, placeOf } from './model/editor-state';
import { workOf } from './model/editor-words';
import { openShared, watchInstallation } from './model/installed';
import { sendPaste } from './model/paste.client';
import { createPasteEditor, type EditorHost, type PasteEditor } from './model/paste-editor';
import { createSealer } from './model/seal.client';
import { createUnsettled } from './model/submission';
import newPasteStyles from './new-paste.module.css';
import { OptionsPanel } from './options-panel';
import { SubmitBar } from './submit-bar';

/** The host and the visitor until the page's data comes, and what another version's data lack. */
const UNKNOWN: EditorHost = { expiries: DEFAULT_EXPIRIES, rules: [], userName: null };

/** Loads while somebody writes, and before anything is sent: no link may come that can't be shown. */
const Created = lazyPart(async () => (await import('./created')).Created);

/** The link works without it. */
const SentText = lazyPart(
  async () => (await import('./sent-text')).SentText,
  () => null,
);

/** @param data the page's; null: it isn't known yet */
export function Editor({ data }: { data: PageData | null }) {
  const host = { ...UNKNOWN, ...data };
  const form = useRef<HTMLFormElement>(null);
  const editor = usePasteEditor(form, host);
  const state = useSyncExternalStore(editor.subscribe, editor.getState, editor.getState);
  const [wasCopied, setWasCopied] = useState<boolean | null>(null);

  async function createAndCopy(): Promise<void> {
    const isCopied = await copyLater(editor.submitForLink());
    if (editor.getState().phase !== 'created') return;
    setWasCopied(isCopied);
    if (isCopied) editor.takeLink();
  }

  function restart(): void {
    setWasCopied(null);
    editor.restart();
  }

  return (
    <>
      {state.phase === 'created' ? (
        <Created
          paste={state.paste}
          password={state.password}
          isTaken={state.isTaken}
          siteName={data?.site.name}
          wasCopied={wasCopied}
          onTaken={editor.takeLink}
          onAnother={restart}
        >
          {state.sent ? <SentText draft={state.sent} /> : null}
        </Created>
      ) : (
        <EditorForm ref={form} state={state} editor={editor} host={host} onCreateAndCopy={() => void createAndCopy()} />
      )}
      <p role="status" className="visually-hidden">
        {sentence(state)}
      </p>
    </>
  );
}

/** Screen readers announce progress in quarters: every per cent would be too much. */
const SAID_STEP_PERCENT = 25;

function sentence(state: EditorState): string {
  switch (state.phase) {
    case 'reading':
      return messages.reading(state.name);
    case 'sealing':
    case 'calling-off':
      return workOf(state);
    case 'sending': {
      if (state.isSilent) return messages.silent;
      const percent = (100 * state.sentBytes) / Math.max(1, state.totalBytes);
      return messages.sendingPercent(Math.floor(percent / SAID_STEP_PERCENT) * SAID_STEP_PERCENT);
    }
    case 'created':
      return messages.created;
    case 'writing':
      return state.notice ?? '';
  }
}

/**
 * Creates the one editor of the page.
 * @param form its fields may hold text typed before React loaded
 * @param host may come later than the editor
 */
function usePasteEditor(form: RefObject<HTMLFormElement | null>, host: EditorHost): PasteEditor {
  const latest = useRef(host);
  latest.current = host;
  const [editor] = useState(() =>
    createPasteEditor({
      sealer: createSealer(),
      send: sendPaste,
      loadCreated: Created.preload,
      unsettled: createUnsettled(tabStorage),
      remember: rememberCreated,
      host: () => latest.current,
      storage: tabStorage,
      defaults: localStore,
      openShared,
    }),
  );
  useEffect(() => {
    const typed = new FormData(form.current ?? undefined);
    const ending = new AbortController();
    watchInstallation(ending.signal);
    const disconnect = editor.connect({ text: String(typed.get('text') ?? ''), title: String(typed.get('title') ?? '') });
    return () => {
      ending.abort();
      disconnect();
    };
  }, [editor, form]);
  return editor;
}

interface EditorFormProps {
  host: EditorHost;
  ref: RefObject<HTMLFormElement | null>;
  state: FormState;
  editor: PasteEditor;
  onCreateAndCopy: () => void;
}

function EditorForm({ ref, state: chosen, editor, host, onCreateAndCopy }: EditorFormProps) {
  // The options show what will be sent, whatever was chosen on another day.
  const state = { ...chosen, draft: withRules(chosen.draft, host.rules) };
  const [isListing, setListing] = useState(false);
  useShortcuts({
    '?': () => setListing(true),
    n: () => ref.current?.querySelector<HTMLElement>('#text')?.focus(),
  });
  useSubmitKeys(ref, (isWithShift) => (isWithShift ? onCreateAndCopy() : void editor.submit()));
  // The tab keeps the draft while it shows other pages of ours.
  useLeaveGuard(hasContent(state.draft), { isForOthersOnly: !state.draft.isUnkept });
  const isDropping = useFileDrop((files) => void editor.offerFiles(files));

  const problem = state.phase === 'writing' ? state.problem : null;
  useEffect(() => {
    // The bar is in view anyway. A draft that can't be kept has a lasting alert of its own.
    if (problem === null || placeOf(problem) === 'form') return;
    ref.current?.querySelector('[role="alert"]:not([data-lasting])')?.scrollIntoView({ block: 'nearest' });
  }, [problem, ref]);

  function submit(event: FormEvent): void {
    // React also delivers submits of dialogs that the form's components render elsewhere in the document.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    void editor.submit();
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
      <ContentPanel state={state} editor={editor} onShortcuts={() => setListing(true)} />
      <div className={styles.side}>
        <OptionsPanel state={state} editor={editor} host={host} />
        <SubmitBar state={state} editor={editor} rules={host.rules} />
      </div>
      {isListing ? <ShortcutsDialog keys={keysOf()} onClose={() => setListing(false)} /> : null}
      {isDropping ? (
        <div className={styles.dropArea} aria-hidden>
          <p>{messages.dropHere}</p>
        </div>
      ) : null}
    </form>
  );
}

/** The editor on its static page: what the operator offers and who is signed in come with the page's data. */
export function NewPaste() {
  const { data } = usePageData();
  return (
    <>
      {data?.mayCreate === false && apiKey() === null ? (
        <p className={newPasteStyles.closed}>
          {messages.closed} <a href={addressOf('/account?returnTo=/')}>{messages.signInFirst}</a>
        </p>
      ) : null}
      <Editor data={data} />
    </>
  );
}

/** The shortcut keys by their names for people. */
const keysOf = () => {
  const { keys } = messages;
  return [
    ['Tab, Shift Tab', keys.indent],
    [messages.leavingKeys, keys.leave],
    ['Ctrl/⌘ Enter', keys.create],
    ['Ctrl/⌘ Shift Enter', keys.createAndCopy],
    ['n', keys.write],
    ['?', keys.list],
  ] as const;
};
