export const loadDialogs = () => import('./view-dialogs');
export const loadDuplicate = () => import('./view.duplicate');

/** Loads the dialogs when the pointer comes near the buttons, so that they open without a wait. */
export function preloadDialogs(): void {
  // The later use reports the failure.
  Promise.all([loadDialogs(), loadDuplicate()]).catch(() => undefined);
}
