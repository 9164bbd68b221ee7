'use client';

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isTyping, useShortcuts } from '#components/ui/use-shortcuts';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import type { PasteText } from '../model/view-data';
import { splitLines, wholeText } from '../model/view-text';
import { isFolded } from './fold-ranges';
import styles from './large-text.module.css';
import { beginningOf, Preview } from './lines';
import type { TextProps } from './small-text';
import { startEditor, type TextEditor } from './text-view';
import { useCopyAll } from './use-clipboard';

/** Actions of keys in a large text: go to an end, select all, or scroll, which the browser does. */
type TextKey = 'start' | 'end' | 'all' | 'scroll';

const SCROLL_KEYS = new Set(['PageDown', 'PageUp', 'Home', 'End', 'ArrowDown', 'ArrowUp']);
/** These keys press a focused button, so they scroll only when nothing has the focus. */
const PRESSING_KEYS = new Set([' ']);

/** Shows a large text, of which only the lines in view are in the document. */
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
  const folds = !paint && isFolded(language);
  useEffect(() => editor?.fold(folds), [editor, folds]);
  useShortcuts(editor && folds ? { f: editor.toggleAllFolds } : {});
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

/**
 * Moves the focus to a large text when a key scrolls or selects all. The text scrolls in its own element, but browsers
 * scroll the focused one, and after a link was opened nothing has the focus. The document has only the lines in view, and
 * the browser's Select all would copy them as if they were the text.
 * @param onKey receives each such key that is meant for the text
 */
function useTextKeys(place: RefObject<HTMLElement | null>, onKey: (key: TextKey) => void): void {
  const tell = useEffectEvent(onKey);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.isComposing || event.defaultPrevented || isTyping(event.target)) return;
      const key = textKeyOf(event);
      if (!key) return;
      place.current?.querySelector<HTMLElement>('.cm-content')?.focus({ preventScroll: true });
      if (key !== 'scroll') event.preventDefault();
      tell(key);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [place]);
}

/** With Shift, keys extend the selection. On a Mac, arrows with Command are what Home and End are elsewhere. */
function textKeyOf({ key, shiftKey, metaKey, ctrlKey, target }: KeyboardEvent): TextKey | null {
  const isScrolling = SCROLL_KEYS.has(key) || (PRESSING_KEYS.has(key) && target === document.body);
  if (shiftKey) return isScrolling ? 'scroll' : null;
  if (key.toLowerCase() === 'a' && (ctrlKey || metaKey)) return 'all';
  if (key === 'Home' || (metaKey && key === 'ArrowUp')) return 'start';
  if (key === 'End' || (metaKey && key === 'ArrowDown')) return 'end';
  return isScrolling ? 'scroll' : null;
}
