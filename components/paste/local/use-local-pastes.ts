import { useSyncExternalStore } from 'react';
import { localStore } from '#components/ui/storage';
import { madeCookie } from '#lib/pastes/reading/own-view.rules';
import {
  type Ending,
  forgetPaste,
  type LocalPastes,
  readLocalPastes,
  setKeepingLinks,
  setRemembering,
  updatePaste,
} from './local-pastes-store';

/** Called at this page's changes; the browser's `storage` event reports those of other tabs. */
const listeners = new Set<() => void>();
let snapshot: LocalPastes | null = null;

/** The remembered pastes; null on the server and until the page has hydrated. */
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
    // Without listeners, nothing tells of changes.
    if (listeners.size === 0) snapshot = null;
  };
}

/** Returns the same object until something changes, as useSyncExternalStore requires. */
function read(): LocalPastes {
  snapshot ??= readLocalPastes(localStore(), Date.now());
  return snapshot;
}

const serverKnowsNothing = () => null;

function change(make: () => void): void {
  make();
  for (const refresh of listeners) refresh();
}

/** Sets or removes the cookie by which the server knows that this browser made the paste, and doesn't count its views. */
export function markMade(publicId: string, isMade: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist in every browser
  document.cookie = madeCookie(publicId, isMade);
}
