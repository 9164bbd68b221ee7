/** The parts of an open text's page that only some texts or readers need. */
import type { ComponentType } from 'react';
import { useLoaded } from '#components/ui/use-loaded';
import type { RenderedTextProps } from '../text/rendered-text';

export const loadDialogs = async () => (await import('./view-dialogs')).ViewDialogs;
export const loadDuplicate = () => import('./duplicate');
export const loadCompare = async () => (await import('../compare/compare-view')).CompareView;
const loadTable = async () => (await import('../renditions/table-view')).TableView;

/** Loads the dialogs when the pointer comes near the buttons, so that they open without a wait. */
export function preloadDialogs(): void {
  // The later use reports the failure.
  Promise.all([loadDialogs(), loadDuplicate()]).catch(() => undefined);
}

type LoadRenderer = () => Promise<ComponentType<RenderedTextProps>>;

/** Loads what shows a language in another way than line by line. */
export const RENDERERS: Readonly<Record<string, LoadRenderer>> = {
  markdown: async () => (await import('../markdown/markdown-view')).MarkdownView,
  csv: loadTable,
  tsv: loadTable,
};

/**
 * Loads a rendering with its style sheet, messages and worker.
 * @param load the same function at each render; null: none is wanted
 * @returns undefined while it loads or isn't wanted, null when it can't be loaded
 */
export function useLoadedRenderer(load: LoadRenderer | null): ComponentType<RenderedTextProps> | null | undefined {
  // Loads after the first render, which must equal the server's: without JavaScript a paste shows its source.
  const loaded = useLoaded(
    () =>
      load?.().then(
        (part) => ({ part }),
        () => ({ part: null }),
      ),
    load,
  );
  return loaded?.part;
}
