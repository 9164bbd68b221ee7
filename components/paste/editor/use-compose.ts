import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import { localStore } from '#components/paste/local/local-pastes.store';
import { rememberCreated } from '#components/paste/local/remember-created';
import { type Compose, createCompose } from './compose.store';
import { tabStorage } from './draft-storage';
import { createSealer } from './seal.client';
import { sendPaste } from './send-paste';
import { createUnsettled } from './unsettled';

/**
 * One store for as long as the page lives.
 * @param form whose fields may have been typed into before React came
 * @param remembers whether this browser is to remember what it makes: it will belong to no account
 */
export function useCompose(form: RefObject<HTMLFormElement | null>, maxTtlSeconds: number | null, remembers: boolean): Compose {
  const remember = remembers ? rememberCreated : () => undefined;
  const [compose] = useState(() =>
    createCompose({
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
    return compose.connect({ text: String(typed.get('text') ?? ''), title: String(typed.get('title') ?? '') });
  }, [compose, form]);
  return compose;
}

export function useComposeState(compose: Compose) {
  return useSyncExternalStore(compose.subscribe, compose.getState, compose.getState);
}
