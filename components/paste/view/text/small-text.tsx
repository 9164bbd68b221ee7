'use client';

import { useEffect, useMemo, useRef } from 'react';
import { viewMessages } from '#components/messages/view';
import { isTyping } from '#components/ui/use-shortcuts';
import type { LineRange } from '#lib/envelope/fragment';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import { isTouch } from '../model/is-touch';
import type { SearchResult } from '../model/view-search';
import { isFew, splitLines } from '../model/view-text';
import type { Paint } from './colour-kinds';
import type { ColourEnd } from './colour-session';
import { useExactCopy } from './exact-copy';
import { paintMatches, rangesIn } from './highlights';
import { Lines } from './lines';
import styles from './lines.module.css';
import { type ReadingPlace, useSearchEnd } from './use-search';

export interface TextProps {
  language: string;
  isWrapped: boolean;
  marked: LineRange | null;
  search: SearchResult | null;
  /** Whether the text takes the focus from the button that asked for it. */
  takesFocus: boolean;
  /** Colours that replace those of the language. */
  paint: Paint | null;
  place: ReadingPlace;
  /** @param isTouch a touch has no Shift key, so a second one extends the range */
  onLine: (line: number, isExtending: boolean, isTouch: boolean) => void;
  onColourEnd: (reason: ColourEnd) => void;
}

/** Shows a text that is in the document as a whole, each line an element: readable, linkable and printable without JavaScript. */
export function SmallText(props: TextProps & { text: string }) {
  const { text, language, isWrapped, marked, search, takesFocus, paint, place, onLine, onColourEnd } = props;
  const lines = useMemo(() => splitLines(text), [text]);
  const code = useRef<HTMLElement>(null);
  const section = useRef<HTMLElement>(null);
  useExactCopy(code, text);

  useEffect(() => {
    if (takesFocus) section.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  useEffect(() => {
    if (!code.current || (!paint && language === PLAIN_TEXT)) return;
    const elements = code.current.children;
    const leaving = new AbortController();
    // Plain text doesn't need this code.
    import('./colour-lines').then(
      ({ colourPieces, paintLines, piecesOf }) => {
        if (leaving.signal.aborted) return;
        if (paint) paintLines(elements, paint, leaving.signal);
        else colourPieces(piecesOf(language, lines, elements), leaving.signal, onColourEnd);
      },
      () => leaving.signal.aborted || onColourEnd('failed'),
    );
    return () => leaving.abort();
  }, [lines, language, paint, onColourEnd]);

  useEffect(() => {
    const element = code.current;
    if (!element || paint || language === PLAIN_TEXT) return;
    const leaving = new AbortController();
    // Nothing can be folded until this code is there.
    import('./fold-lines').then(
      ({ foldLines }) => leaving.signal.aborted || foldLines(element, lines, language, leaving.signal),
      () => undefined,
    );
    return () => leaving.abort();
  }, [lines, language, paint]);

  useEffect(() => {
    place.current = () => offsetInView(code.current, lines);
    return () => {
      place.current = null;
    };
  }, [place, lines]);

  useEffect(() => {
    if (!code.current || !marked || lines.length < marked.first) return;
    const elements = [...code.current.children].slice(marked.first - 1, marked.last);
    for (const element of elements) element.setAttribute('data-marked', '');
    reveal(elements[0]);
    // Scrolls to a link's lines; a clicked number is in view already.
    if (elements[0] && !isInView(elements[0])) elements[0].scrollIntoView({ block: 'start' });
    return () => {
      for (const element of elements) element.removeAttribute('data-marked');
    };
  }, [lines, marked]);

  useEffect(() => {
    if (!code.current || !search) return;
    const ranges = rangesIn(code.current, search.matches.offsets);
    const found = ranges[search.current]?.startContainer.parentElement;
    reveal(found);
    found?.scrollIntoView({ block: 'center' });
    return paintMatches(ranges, search.current);
  }, [search]);

  useSearchEnd(search, (match) => {
    section.current?.focus({ preventScroll: true });
    const [found] = code.current ? rangesIn(code.current, match) : [];
    if (found) getSelection()?.setBaseAndExtent(found.startContainer, found.startOffset, found.endContainer, found.endOffset);
  });

  useEffect(() => {
    const element = code.current;
    const choose = (event: MouseEvent) => {
      const line = event.target instanceof Element ? event.target.closest('[id^="L"]') : null;
      if (line && isOnNumber(line, event.clientX)) onLine(Number(line.id.slice(1)), event.shiftKey, isTouch(event));
    };
    // A click with Shift would select text.
    const keepSelection = (event: MouseEvent) => {
      if (event.shiftKey && event.target instanceof Element && isOnNumber(event.target, event.clientX)) event.preventDefault();
    };
    element?.addEventListener('click', choose);
    element?.addEventListener('mousedown', keepSelection);
    return () => {
      element?.removeEventListener('click', choose);
      element?.removeEventListener('mousedown', keepSelection);
    };
  }, [onLine]);

  // After a link was opened nothing has the focus, and all that somebody wants to select is the text.
  useEffect(() => {
    const selectText = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.defaultPrevented || isTyping(event.target) || !code.current) return;
      event.preventDefault();
      getSelection()?.selectAllChildren(code.current);
    };
    document.addEventListener('keydown', selectText);
    return () => document.removeEventListener('keydown', selectText);
  }, []);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={section} className={styles.scroller} aria-label={viewMessages.textLabel} tabIndex={0}>
      <pre
        translate="no"
        data-few={isFew(lines) || undefined}
        className={`${styles.text} ${isWrapped ? styles.wrapped : ''} ${language === PLAIN_TEXT ? styles.plain : ''}`}
      >
        <code ref={code}>
          <Lines lines={lines} language={language} />
        </code>
      </pre>
    </section>
  );
}

/** Asks for a line that may be folded. */
function reveal(element: Element | null | undefined): void {
  element?.dispatchEvent(new Event('reveal', { bubbles: true }));
}

/** Whether a click hit the line's number, which stands in the line's left padding. */
function isOnNumber(line: Element, x: number): boolean {
  const scroller = line.closest('section')?.getBoundingClientRect().left ?? 0;
  return x - scroller < Number.parseFloat(getComputedStyle(line).paddingLeft);
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}

/** The offset of the first line in view; 0 at the beginning of the text. */
function offsetInView(code: Element | null, lines: readonly string[]): number {
  const top = code?.getBoundingClientRect().top ?? 0;
  if (!code || top >= 0) return 0;
  const first = [...code.children].findIndex((line) => line.getBoundingClientRect().bottom > 0);
  return lines.slice(0, Math.max(0, first)).reduce((sum, { length }) => sum + length + 1, 0);
}
