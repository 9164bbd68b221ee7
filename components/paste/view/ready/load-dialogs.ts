export const loadDialogs = () => import('../dialogs/view-dialogs');
export const loadDuplicate = () => import('../dialogs/view.duplicate');
export const loadMarkdown = async () => (await import('../markdown/markdown-view')).MarkdownView;
export const loadCompare = () => import('../compare/compare-view');

/** Loads the dialogs when the pointer comes near the buttons, so that they open without a wait. */
export function preloadDialogs(): void {
  // The later use reports the failure.
  Promise.all([loadDialogs(), loadDuplicate()]).catch(() => undefined);
}
