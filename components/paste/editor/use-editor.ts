import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import { localStore } from '#components/paste/local/local-pastes.store';
import type { OfferedExpiries } from '#lib/pastes/expiry.rules';
import { rememberCreated } from './created/remember-created';
import { tabStorage } from './draft-storage';
import { createEditorStore, type EditorStore } from './editor.store';
import { createSealer } from './seal.client';
import { sendPaste } from './send-paste';
import { createUnsettled } from './unsettled';

/**
 * One store for as long as the page lives.
 * @param form whose fields may have been typed into before React came
 * @param isSignedIn what it makes is to belong to the account
 */
export function useEditorStore(form: RefObject<HTMLFormElement | null>, expiries: OfferedExpiries, isSignedIn: boolean): EditorStore {
  const [store] = useState(() =>
    createEditorStore({
      sealer: createSealer(),
      send: sendPaste,
      unsettled: createUnsettled(tabStorage),
      remember: rememberCreated,
      isSignedIn,
      storage: tabStorage,
      choices: localStore,
      expiries,
    }),
  );
  useEffect(() => {
    const typed = new FormData(form.current ?? undefined);
    return store.connect({ text: String(typed.get('text') ?? ''), title: String(typed.get('title') ?? '') });
  }, [store, form]);
  return store;
}

export function useEditorState(store: EditorStore) {
  return useSyncExternalStore(store.subscribe, store.getState, store.getState);
}
