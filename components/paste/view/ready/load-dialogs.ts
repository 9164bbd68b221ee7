export const loadDialogs = async () => (await import('./view-dialogs')).ViewDialogs;
export const loadDuplicate = () => import('./view-duplicate');
export const loadMarkdown = async () => (await import('../markdown/markdown-view')).MarkdownView;
export const loadCompare = async () => (await import('../compare/compare-view')).CompareView;

/** Loads the dialogs when the pointer comes near the buttons, so that they open without a wait. */
export function preloadDialogs(): void {
  // The later use reports the failure.
  Promise.all([loadDialogs(), loadDuplicate()]).catch(() => undefined);
}
