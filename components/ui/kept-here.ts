/** Tells whether this browser keeps something for its owner, without the code that reads it. */
import { keepJson, localStore } from './storage';

/** The list of pastes, and the mark that there are requests, whose keys are in IndexedDB. */
export const PASTES_KEY = 'sealpaste-pastes';
const REQUESTS_KEY = 'sealpaste-has-requests';

/** Whether there is a paste, of which the list then has an id, or a request. */
export function hasKept(): boolean {
  const store = localStore();
  return store?.getItem(PASTES_KEY)?.includes('"publicId"') === true || store?.getItem(REQUESTS_KEY) === '1';
}

/** Notes whether there are requests, and tells this page. */
export function noteSecretRequests(hasRequests: boolean): void {
  const store = localStore();
  if ((store?.getItem(REQUESTS_KEY) === '1') === hasRequests) return;
  // In a full storage the mark is missing, not the list.
  if (hasRequests) keepJson(store, REQUESTS_KEY, 1);
  else store?.removeItem(REQUESTS_KEY);
  window.dispatchEvent(new Event('storage'));
}
