import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import { localStore } from '#components/paste/local/local-pastes.store';
import { rememberCreated } from './created/remember-created';
import { tabStorage } from './draft-storage';
import { createEditorStore, type EditorStore } from './editor.store';
import { createSealer } from './seal.client';
import { sendPaste } from './send-paste';
import { createUnsettled } from './unsettled';

/**
 * One store for as long as the page lives.
 * @param form whose fields may have been typed into before React came
 * @param remembers whether this browser is to remember what it makes: it will belong to no account
 */
export function useEditorStore(form: RefObject<HTMLFormElement | null>, maxTtlSeconds: number | null, remembers: boolean): EditorStore {
  const remember = remembers ? rememberCreated : () => undefined;
  const [store] = useState(() =>
    createEditorStore({
      sealer: createSealer(),
      send: sendPaste,
      unsettled: createUnsettled(tabStorage),
      remember,
      storage: tabStorage,
      choices: localStore,
      maxTtlSeconds,
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
