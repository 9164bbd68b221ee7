/** Tells whether this browser keeps something for its owner, without the code that reads it. */
import { localStore } from './storage';

/** The lists of pastes and of requests. */
export const PASTES_KEY = 'sealpaste-pastes';
export const REQUESTS_KEY = 'sealpaste-requests';

/** Whether there is a paste or a request: its list then has an id. */
export function hasKept(): boolean {
  const store = localStore();
  return store?.getItem(PASTES_KEY)?.includes('"publicId"') === true || store?.getItem(REQUESTS_KEY)?.includes('"requestId"') === true;
}
