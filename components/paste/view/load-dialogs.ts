export const loadDialogs = () => import('./view-dialogs');
export const loadDuplicate = () => import('./view.duplicate');

/** When a hand comes near the buttons: what they open then comes without a wait. */
export function preloadDialogs(): void {
  // Whoever needs them later is told of a failure.
  Promise.all([loadDialogs(), loadDuplicate()]).catch(() => undefined);
}
