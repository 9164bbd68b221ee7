import type { ReactNode } from 'react';
import type { LineRange } from '#lib/envelope/fragment';
import type { PasteText } from './view-data';
import type { SearchResult } from './view-search';

/** What a component needs that shows a text in another way than line by line, e.g. Markdown. */
export interface RenderedTextProps {
  text: PasteText;
  language: string;
  /** The lines in the link, which count lines of the source. */
  lines: LineRange | null;
  onLines: (lines: null) => void;
  /** The element of the toolbar for the choice between rendered text and source. */
  slot: HTMLElement | null;
  isWrapped: boolean;
  search: SearchResult | null;
  takesFocus: boolean;
  /** @param isChosen whether the source stays in view, which is when colouring it is worth the work */
  source: (isChosen: boolean) => ReactNode;
  /** @param text the rendered text to search in; null while the source is shown */
  onRendered: (text: PasteText | null) => void;
}
