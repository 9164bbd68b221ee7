import type { ComponentType } from 'react';
import type { RenderedTextProps } from '../model/rendered-text';

export const loadDialogs = async () => (await import('./view-dialogs')).ViewDialogs;
export const loadDuplicate = () => import('./view-duplicate');
const loadTable = async () => (await import('../forms/table-view')).TableView;

/** Loads what shows a language in another way than line by line. */
export const RENDERINGS: Readonly<Record<string, () => Promise<ComponentType<RenderedTextProps>>>> = {
  markdown: async () => (await import('../markdown/markdown-view')).MarkdownView,
  csv: loadTable,
  tsv: loadTable,
};
export const loadCompare = async () => (await import('../compare/compare-view')).CompareView;

/** Loads the dialogs when the pointer comes near the buttons, so that they open without a wait. */
export function preloadDialogs(): void {
  // The later use reports the failure.
  Promise.all([loadDialogs(), loadDuplicate()]).catch(() => undefined);
}
