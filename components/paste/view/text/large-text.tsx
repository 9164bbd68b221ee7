'use client';

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import type { PasteText } from '../model/view.data';
import { splitLines, wholeText } from '../model/view.text';
import { startEditor, type TextEditor } from '../text-view/text-view';
import styles from './large-text.module.css';
import { beginningOf, Preview } from './lines';
import type { TextProps } from './small-text';
import { useScrollKeys } from './use-scroll-keys';

/** A text of which only what is in view is in the document. */
export default function LargeText({
  text,
  isComplete,
  language,
  isWrapped,
  marked,
  search,
  takesFocus,
  paint,
  place: readingPlace,
  onLine,
  onColourEnd,
}: TextProps & { text: PasteText; isComplete: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const printed = useRef<HTMLPreElement>(null);
  const editor = useRef<TextEditor | null>(null);
  const [isStarted, setStarted] = useState(false);

  useEffect(() => {
    // In a turn of its own: until then the beginning of the text stands there, and the page can be used.
    const timer = setTimeout(() => {
      if (!place.current) return;
      editor.current = startEditor(place.current, { onLine });
      setStarted(true);
    });
    return () => {
      clearTimeout(timer);
      editor.current?.close();
      editor.current = null;
      setStarted(false);
    };
  }, [onLine]);

  // Before the beginning has gone from the window.
  useLayoutEffect(() => {
    if (isStarted) editor.current?.show(text, isComplete);
  }, [isStarted, text, isComplete]);
  useEffect(() => {
    if (isStarted) editor.current?.wrap(isWrapped);
  }, [isStarted, isWrapped]);
  useEffect(() => {
    if (isStarted) editor.current?.mark(marked);
  }, [isStarted, marked]);
  useEffect(() => {
    if (takesFocus && isStarted) place.current?.querySelector<HTMLElement>('.cm-content')?.focus({ preventScroll: true });
  }, [takesFocus, isStarted]);
  useEffect(() => {
    if (isStarted) editor.current?.showMatches(search);
  }, [isStarted, search]);
  useEffect(() => {
    return isStarted ? editor.current?.colour(paint ?? (language === PLAIN_TEXT ? null : language), onColourEnd) : undefined;
  }, [isStarted, language, paint, onColourEnd]);
  useEffect(() => {
    readingPlace.current = () => editor.current?.place() ?? 0;
    return () => {
      readingPlace.current = null;
    };
  }, [readingPlace]);

  useScrollKeys(place);
  usePrint(printed, place, text);

  return (
    <>
      <pre ref={printed} translate="no" className={styles.printed} aria-hidden />
      {isStarted ? null : <Preview text={beginningOf(text)} />}
      <div ref={place} className={isStarted ? styles.place : ''} />
    </>
  );
}

/** Each line with its number before it, as far in as the last one's. */
function numbered(text: PasteText): string {
  const lines = splitLines(wholeText(text));
  const width = String(lines.length).length;
  return lines.map((line, index) => `${String(index + 1).padStart(width)}  ${line}`).join('\n');
}

/** CodeMirror takes this long after a print has begun to draw no more than what is in view again. */
const EDITOR_PRINTS_MS = 500;

/**
 * Paper shows all lines, not only those in view: as one text, which is in the document while it is printed. The editor is
 * out of it meanwhile, and until it has forgotten the print: it would make elements of all lines, of ten megabytes as well.
 */
function usePrint(printed: RefObject<HTMLPreElement | null>, editor: RefObject<HTMLDivElement | null>, text: PasteText): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const fill = () => {
      clearTimeout(timer);
      editor.current?.setAttribute('data-printing', '');
      printed.current?.replaceChildren(numbered(text));
    };
    const empty = () => {
      printed.current?.replaceChildren();
      timer = setTimeout(() => editor.current?.removeAttribute('data-printing'), EDITOR_PRINTS_MS + 100);
    };
    window.addEventListener('beforeprint', fill);
    window.addEventListener('afterprint', empty);
    return () => {
      clearTimeout(timer);
      editor.current?.removeAttribute('data-printing');
      window.removeEventListener('beforeprint', fill);
      window.removeEventListener('afterprint', empty);
    };
  }, [printed, editor, text]);
}
