'use client';

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import type { PasteText } from '../model/view.data';
import { splitLines, wholeText } from '../model/view.text';
import { startEditor, type TextEditor } from '../text-view/text-view';
import styles from './large-text.module.css';
import { beginningOf, Preview } from './lines';
import type { TextProps } from './small-text';
import { useCopyAll } from './use-copy-all';
import { type TextKey, useTextKeys } from './use-text-keys';

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
  const [editor, setEditor] = useState<TextEditor | null>(null);
  const chooseLine = useEffectEvent(onLine);

  useEffect(() => {
    let started: TextEditor | undefined;
    // In a turn of its own: until then the beginning of the text stands there, and the page can be used.
    const timer = setTimeout(() => {
      if (!place.current) return;
      started = startEditor(place.current, (...chosen) => chooseLine(...chosen));
      setEditor(started);
    });
    return () => {
      clearTimeout(timer);
      started?.close();
      setEditor(null);
    };
  }, []);

  // Before the beginning has gone from the window.
  useLayoutEffect(() => editor?.show(text, isComplete), [editor, text, isComplete]);
  useEffect(() => editor?.wrap(isWrapped), [editor, isWrapped]);
  useEffect(() => editor?.mark(marked), [editor, marked]);
  useEffect(() => {
    if (takesFocus && editor) place.current?.querySelector<HTMLElement>('.cm-content')?.focus({ preventScroll: true });
  }, [takesFocus, editor]);
  useEffect(() => editor?.showMatches(search), [editor, search]);
  useEffect(
    () => editor?.colour(paint ?? (language === PLAIN_TEXT ? null : language), onColourEnd),
    [editor, language, paint, onColourEnd],
  );
  useEffect(() => {
    readingPlace.current = () => editor?.place() ?? 0;
    return () => {
      readingPlace.current = null;
    };
  }, [readingPlace, editor]);

  const early = useRef<TextKey | null>(null);
  useEffect(() => {
    if (editor && early.current) press(editor, early.current);
  }, [editor]);
  useTextKeys(place, (key) => {
    if (editor) press(editor, key);
    else early.current = key;
  });
  useCopyAll(place, text);
  usePrint(printed, place, text);

  return (
    <>
      <pre ref={printed} translate="no" className={styles.printed} aria-hidden />
      {editor ? null : <Preview text={beginningOf(text)} />}
      <div ref={place} className={editor ? styles.place : ''} />
    </>
  );
}

function press(editor: TextEditor, key: TextKey): void {
  if (key === 'scroll') editor.stay();
  else if (key === 'all') editor.selectAll();
  else editor.goTo(key);
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
