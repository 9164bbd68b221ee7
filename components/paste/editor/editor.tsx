'use client';

import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createdMessages, editorMessages as messages } from '#components/messages/editor';
import { openShared, watchInstallation } from '#components/share/installed';
import { copyLater } from '#components/ui/copy-text';
import { localStore, tabStorage } from '#components/ui/storage';
import type { OfferedExpiries } from '#lib/pastes/expiry.rules';
import { SentText } from './content/sent-text';
import { Created } from './created/created';
import { rememberCreated } from './created/remember-created';
import { EditorForm } from './editor-form';
import { noticeOf, workOf } from './model/editor-notice';
import type { EditorState } from './model/editor-state';
import { createSealer } from './sealing/seal.client';
import { createEditorStore, type EditorStore } from './store/editor-store';
import { sendPaste } from './store/paste.client';
import { createUnsettled } from './store/unsettled';

interface EditorProps {
  /** Whether somebody is signed in: the new paste then belongs to the account. */
  isSignedIn: boolean;
  expiries: OfferedExpiries;
}

export function Editor({ isSignedIn, expiries }: EditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const store = useEditorStore(form, { expiries, isSignedIn });
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState);
  const [wasCopied, setWasCopied] = useState<boolean | null>(null);

  async function createAndCopy(): Promise<void> {
    const isCopied = await copyLater(store.submitForLink());
    if (store.getState().phase !== 'created') return;
    setWasCopied(isCopied);
    if (isCopied) store.takeLink();
  }

  function restart(): void {
    setWasCopied(null);
    store.restart();
  }

  return (
    <>
      {state.phase === 'created' ? (
        <Created paste={state.paste} isTaken={state.isTaken} wasCopied={wasCopied} onTaken={store.takeLink} onAnother={restart}>
          {state.sent ? <SentText draft={state.sent} /> : null}
        </Created>
      ) : (
        <EditorForm ref={form} state={state} store={store} expiries={expiries} onCreateAndCopy={() => void createAndCopy()} />
      )}
      <Status state={state} />
    </>
  );
}

/** Screen readers announce progress in quarters: every per cent would be too much. */
const SAID_STEP_PERCENT = 25;

function Status({ state }: { state: EditorState }) {
  return (
    <p role="status" className="visually-hidden">
      {sentence(state)}
    </p>
  );
}

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
      return createdMessages.heading;
    case 'writing':
      return noticeOf(state) ?? '';
  }
}

/**
 * Creates the one store of the page.
 * @param form its fields may hold text typed before React loaded
 * @param host what the page knows of the host and the visitor, which may come later than the store
 */
function useEditorStore(form: RefObject<HTMLFormElement | null>, host: EditorProps): EditorStore {
  const latest = useRef(host);
  latest.current = host;
  const [store] = useState(() =>
    createEditorStore({
      sealer: createSealer(),
      send: sendPaste,
      unsettled: createUnsettled(tabStorage),
      remember: rememberCreated,
      host: () => latest.current,
      storage: tabStorage,
      choices: localStore,
      openShared,
    }),
  );
  useEffect(() => {
    const typed = new FormData(form.current ?? undefined);
    const ending = new AbortController();
    watchInstallation(ending.signal);
    const disconnect = store.connect({ text: String(typed.get('text') ?? ''), title: String(typed.get('title') ?? '') });
    return () => {
      ending.abort();
      disconnect();
    };
  }, [store, form]);
  return store;
}
