import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Choice } from '#components/ui/choice';
import { useShortcuts } from '#components/ui/use-shortcuts';
import type { LineRange } from '#lib/envelope/fragment';
import type { SearchResult } from '../model/view-search';
import type { PasteText } from '../model/view-text';

/** The properties of a component that shows a text in another way than line by line, e.g. Markdown. */
export interface RenderedTextProps {
  text: PasteText;
  language: string;
  /** Whether the source is shown first, because only a guess says that the text is in this language. */
  opensAsSource: boolean;
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

/**
 * Lets the reader choose between a rendered text and its source, by a control in the toolbar and a key. A link to lines
 * opens the source.
 * @param isReady whether there is a rendered text
 */
export function useSourceChoice(
  { opensAsSource, lines, onLines, slot, onRendered }: RenderedTextProps,
  messages: { choice: string; ways: Readonly<Record<'rendered' | 'source', string>> },
  isReady: boolean,
) {
  const [isSource, setSource] = useState(opensAsSource || lines !== null);
  const isRendered = isReady && !isSource;

  useEffect(() => {
    if (lines) setSource(true);
  }, [lines]);

  useEffect(() => {
    if (isRendered) return () => onRendered(null);
  }, [isRendered, onRendered]);

  function choose(wantsSource: boolean): void {
    if (!isReady || wantsSource === isSource) return;
    if (!wantsSource && lines) onLines(null);
    setSource(wantsSource);
  }
  useShortcuts({ m: () => choose(!isSource) });

  const control = (
    <Choice
      label={messages.choice}
      options={messages.ways}
      chosen={isSource ? 'source' : 'rendered'}
      onChoose={(way) => choose(way === 'source')}
    />
  );
  return { isSource, isRendered, choice: slot && isReady ? createPortal(control, slot) : null };
}
