import { useSyncExternalStore } from 'react';
import { localStore } from '#components/ui/storage';
import {
  type Ending,
  forgetPaste,
  type LocalPastes,
  readLocalPastes,
  setKeepingLinks,
  setRemembering,
  updatePaste,
} from './local-pastes.store';
import { markMade } from './mark-made';

/** The page's own changes; those of other tabs come as events of the browser. */
const listeners = new Set<() => void>();
let snapshot: LocalPastes | null = null;

/** null until the browser is asked: the server knows nothing of them. */
export const useLocalPastes = (): LocalPastes | null => useSyncExternalStore(subscribe, read, serverKnowsNothing);

export const forget = (publicId: string): void =>
  change(() => {
    forgetPaste(localStore(), publicId, Date.now());
    markMade(publicId, false);
  });

export const settle = (publicId: string, ended: Ending): void => change(() => updatePaste(localStore(), publicId, { ended }, Date.now()));

export const setOn = (isOn: boolean): void =>
  change(() => {
    for (const { publicId } of readLocalPastes(localStore(), Date.now()).pastes) markMade(publicId, false);
    setRemembering(localStore(), isOn);
  });

export const setKeepsLinks = (keeps: boolean): void => change(() => setKeepingLinks(localStore(), keeps, Date.now()));

function subscribe(onChange: () => void): () => void {
  const refresh = () => {
    snapshot = null;
    onChange();
  };
  listeners.add(refresh);
  window.addEventListener('storage', refresh);
  return () => {
    listeners.delete(refresh);
    window.removeEventListener('storage', refresh);
    // The last listener has gone.
    if (listeners.size === 0) snapshot = null;
  };
}

/** The same object until something changes, as React asks of a store. */
function read(): LocalPastes {
  snapshot ??= readLocalPastes(localStore(), Date.now());
  return snapshot;
}

const serverKnowsNothing = () => null;

function change(make: () => void): void {
  make();
  for (const refresh of listeners) refresh();
}
