/** The created page's own entry in the tab's history. Its address holds neither id nor key of the paste. */

export const CREATED_FRAGMENT = '#created';

export const isCreatedAddress = (): boolean => location.hash === CREATED_FRAGMENT;

/** A place on the page that isn't ours, such as where the skip link leads. */
export const isForeignAddress = (): boolean => location.hash !== '' && !isCreatedAddress();

/** An entry of its own: Back leads to the form. */
export function enterCreated(): void {
  if (!isCreatedAddress()) history.pushState(null, '', CREATED_FRAGMENT);
}

/** Another paste, in an entry after the created page's. */
export function enterForm(): void {
  if (isCreatedAddress()) history.pushState(null, '', location.pathname);
}

/** The tab no longer has a link for this entry. */
export function dropCreatedAddress(): void {
  if (isCreatedAddress()) history.replaceState(history.state, '', location.pathname);
}
