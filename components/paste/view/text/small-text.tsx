'use client';

import { type MouseEvent, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { viewMessages } from '#components/messages/view';
import { useShortcuts } from '#components/ui/use-shortcuts';
import type { LineRange } from '#lib/envelope/fragment';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import type { SearchResult } from '../model/view-search';
import { isFew, splitLines } from '../model/view-text';
import type { Paint } from './colour-kinds';
import { colourPieces, paintLines, piecesOf } from './colour-lines';
import type { ColourEnd } from './colour-session';
import { useExactCopy } from './exact-copy';
import { foldLines } from './fold-lines';
import { rangesIn, reveal } from './highlights';
import { Lines } from './lines';
import styles from './lines.module.css';
import { type ReadingPlace, useSearchEnd, useShownMatches } from './use-search';

/** Handles a press on the number of a line. */
export type OnLine = (line: number, press: globalThis.MouseEvent) => void;

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
  onLine: OnLine;
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
    const element = code.current;
    if (!element || (!paint && language === PLAIN_TEXT)) return;
    const leaving = new AbortController();
    if (paint) paintLines(element.children, paint, leaving.signal);
    else {
      colourPieces(piecesOf(language, lines, element.children), leaving.signal, onColourEnd);
      foldLines(element, lines, language, leaving.signal);
    }
    return () => leaving.abort();
  }, [lines, language, paint, onColourEnd]);

  useImperativeHandle(place, () => () => offsetInView(code.current, lines), [lines]);

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

  useShownMatches(code, search);
  useSearchEnd(search, (match) => {
    section.current?.focus({ preventScroll: true });
    const [found] = code.current ? rangesIn(code.current, match) : [];
    if (found) getSelection()?.setBaseAndExtent(found.startContainer, found.startOffset, found.endContainer, found.endOffset);
  });

  const press = (event: MouseEvent) => {
    const line = event.target instanceof Element ? event.target.closest('[id^="L"]') : null;
    if (!line || !isOnNumber(line, event.clientX)) return;
    if (event.type === 'click') onLine(Number(line.id.slice(1)), event.nativeEvent);
    // A click with Shift would select text.
    else if (event.shiftKey) event.preventDefault();
  };

  // After a link was opened nothing has the focus, and all that somebody wants to select is the text.
  useShortcuts({ 'mod+a': () => code.current && getSelection()?.selectAllChildren(code.current) });

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={section} className={styles.scroller} aria-label={viewMessages.textLabel} tabIndex={0}>
      <pre
        translate="no"
        data-few={isFew(lines) || undefined}
        className={`${styles.text} ${isWrapped ? styles.wrapped : ''} ${language === PLAIN_TEXT ? styles.plain : ''}`}
      >
        {/* biome-ignore lint/a11y: the key l asks for numbers */}
        <code ref={code} onClick={press} onMouseDown={press}>
          <Lines lines={lines} language={language} />
        </code>
      </pre>
    </section>
  );
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
