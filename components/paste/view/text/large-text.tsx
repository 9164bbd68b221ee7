'use client';

import { type RefObject, useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { listen } from '#components/ui/listen';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import { type PasteText, splitLines, wholeText } from '../model/view-text';
import { useCopyAll } from './exact-copy';
import styles from './large-text.module.css';
import { beginningOf, Preview } from './lines';
import type { TextProps } from './small-text';
import { startEditor, type TextEditor } from './text-view';
import { useSearchEnd } from './use-search';
import type { TakeKeys } from './use-text-keys';

/** Shows a large text, of which only the lines in view are in the document. */
export default function LargeText(props: TextProps & { text: PasteText; isComplete: boolean; takeKeys: TakeKeys }) {
  const { text, isComplete, language, isWrapped, marked, search, takesFocus, paint, place: readingPlace, takeKeys } = props;
  const { onLine, onColourEnd } = props;
  const place = useRef<HTMLDivElement>(null);
  const printed = useRef<HTMLPreElement>(null);
  const [editor, setEditor] = useState<TextEditor | null>(null);
  const chooseLine = useEffectEvent(onLine);

  useEffect(() => {
    let started: TextEditor | undefined;
    // Starts the editor in a later task. Until then the page shows the beginning of the text and stays usable.
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

  // A layout effect, so that the editor has its text before the preview disappears.
  useLayoutEffect(() => editor?.show(text, isComplete), [editor, text, isComplete]);
  useEffect(() => editor?.markHidden(language), [editor, language]);
  useEffect(() => editor?.wrap(isWrapped), [editor, isWrapped]);
  useEffect(() => editor?.mark(marked), [editor, marked]);
  useEffect(() => {
    if (takesFocus) editor?.select();
  }, [takesFocus, editor]);
  useEffect(() => editor?.showMatches(search), [editor, search]);
  useSearchEnd(search, ([from, to]) => editor?.select(from, to));
  useEffect(
    () => editor?.colour(paint ?? (language === PLAIN_TEXT ? null : language), onColourEnd),
    [editor, language, paint, onColourEnd],
  );
  useImperativeHandle(readingPlace, () => () => editor?.place() ?? 0, [editor]);
  useEffect(() => editor?.takeKeys(takeKeys), [editor, takeKeys]);
  useCopyAll(place, text);
  usePrint(printed, place, text);

  return (
    <>
      <pre ref={printed} translate="no" className={styles.printed} aria-hidden />
      {editor ? null : <Preview text={beginningOf(text)} language={language} />}
      <div ref={place} className={editor ? styles.place : ''} />
    </>
  );
}

/** Writes each line after its number, padded to the width of the last number. */
function numbered(text: PasteText): string {
  const lines = splitLines(wholeText(text));
  const width = String(lines.length).length;
  return lines.map((line, index) => `${String(index + 1).padStart(width)}  ${line}`).join('\n');
}

/** CodeMirror renders all lines for this long after a print has begun. */
const EDITOR_PRINTS_MS = 500;

/**
 * Prints the whole text: puts it into the document as one text node during the print. Hides the editor until it has
 * forgotten the print, because it would render elements for all lines, even of ten megabytes.
 */
function usePrint(printed: RefObject<HTMLPreElement | null>, editor: RefObject<HTMLDivElement | null>, text: PasteText): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const end = listen(window, 'beforeprint afterprint', ({ type }) => {
      clearTimeout(timer);
      printed.current?.replaceChildren(...(type === 'beforeprint' ? [numbered(text)] : []));
      if (type === 'beforeprint') editor.current?.setAttribute('data-printing', '');
      else timer = setTimeout(() => editor.current?.removeAttribute('data-printing'), EDITOR_PRINTS_MS + 100);
    });
    return () => {
      end();
      clearTimeout(timer);
      editor.current?.removeAttribute('data-printing');
    };
  }, [printed, editor, text]);
}
