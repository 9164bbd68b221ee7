import { useCallback, useSyncExternalStore } from 'react';
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
export function useLocalPastes() {
  const state = useSyncExternalStore(subscribe, read, serverKnowsNothing);
  const forget = useCallback(
    (publicId: string) =>
      change(() => {
        forgetPaste(localStore(), publicId, Date.now());
        markMade(publicId, false);
      }),
    [],
  );
  const settle = useCallback(
    (publicId: string, ended: Ending) => change(() => updatePaste(localStore(), publicId, { ended }, Date.now())),
    [],
  );
  const setOn = useCallback(
    (isOn: boolean) =>
      change(() => {
        for (const { publicId } of readLocalPastes(localStore(), Date.now()).pastes) markMade(publicId, false);
        setRemembering(localStore(), isOn);
      }),
    [],
  );
  const setKeepsLinks = useCallback((keeps: boolean) => change(() => setKeepingLinks(localStore(), keeps, Date.now())), []);
  return { state, forget, settle, setOn, setKeepsLinks };
}

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
