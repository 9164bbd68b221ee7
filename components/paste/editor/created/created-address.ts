/** The created page's own entry in the tab's history. Its address holds neither id nor key of the paste. */

export const CREATED_FRAGMENT = '#created';

export const isCreatedAddress = (): boolean => location.hash === CREATED_FRAGMENT;

/** Whether the fragment names another place on the page, e.g. the target of the skip link. */
export const isForeignAddress = (): boolean => location.hash !== '' && !isCreatedAddress();

/** Adds a history entry for the created page, so that Back leads to the form. */
export function enterCreated(): void {
  if (!isCreatedAddress()) history.pushState(null, '', CREATED_FRAGMENT);
}

/** Adds a history entry for a new form after the created page. */
export function enterForm(): void {
  if (isCreatedAddress()) history.pushState(null, '', location.pathname);
}

/** Turns this history entry into the form's, because the tab no longer has its link. */
export function dropCreatedAddress(): void {
  if (isCreatedAddress()) history.replaceState(history.state, '', location.pathname);
}
