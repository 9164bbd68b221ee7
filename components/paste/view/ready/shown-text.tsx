'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { lazyPart } from '#components/ui/lazy-part';
import { keepJson, localStore, readJson } from '#components/ui/storage';
import type { LineRange } from '#lib/envelope/fragment';
import { ownLanguageOf } from '#lib/languages/language.rules';
import { LONG_LINE_CHARACTERS } from '../model/view-limits';
import type { SearchResult } from '../model/view-search';
import type { ReadyState } from '../model/view-state';
import { hasColours, type PasteText } from '../model/view-text';
import type { Rendition } from '../renditions/make-rendition';
import type { ColourEnd } from '../text/colour-session';
import type { OnLine } from '../text/small-text';
import { TextSource } from '../text/text-source';
import { RENDERERS, useLoadedRenderer } from './load-parts';

const WRAP_NAME = 'sealpaste.wrap';

/** Shows nothing if it can't load; the text then stays as it was pasted. */
const RenditionChoice = lazyPart(
  async () => (await import('../renditions/rendition-choice')).RenditionChoice,
  () => null,
);

interface Looks {
  lines: LineRange | null;
  search: SearchResult | null;
  takesFocus: boolean;
  /** Whether the reader can choose between a rendered text and its source. */
  hasChoice: boolean;
  onLine: OnLine;
  onLines: (lines: null) => void;
  onColourEnd: (reason: ColourEnd) => void;
}

const ignore = () => undefined;

/**
 * Shows a text in the way of its language: rendered, as a table, formatted, or line by line in colours.
 * @param isText false while something else is shown in its place
 */
export function useShownText(state: ReadyState, shownAs: string, isText: boolean) {
  const language = ownLanguageOf(shownAs);
  const { isComplete } = state;
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  /** The rendered text; null while none is shown. */
  const [rendered, setRendered] = useState<PasteText | null>(null);
  const place = useRef<(() => number) | null>(null);
  const load = (isComplete && isText && RENDERERS[language]) || null;
  const Rendering = useLoadedRenderer(load);
  const { text, size, paint, hasSameLines, isOffered, setRendition } = useRendition(state, language, isText && !load);
  const { isWrapped, toggle } = useWrap({ size, longestLine: text.longestLine });

  function show(looks: Partial<Looks> = {}) {
    const { lines = null, search = null, takesFocus = false, hasChoice = false } = looks;
    const { onLine = ignore, onLines = ignore, onColourEnd = ignore } = looks;
    const shared = { search, takesFocus, language, isWrapped };
    /** @param isChosen false while something else is about to replace it */
    const source = (isChosen: boolean) => (
      <TextSource
        // A new key for another rendition of the text, which is another text.
        key={text === state.text ? 'own' : 'rendition'}
        {...shared}
        {...{ text, size, isComplete, isChosen, place, paint, onColourEnd }}
        marked={hasSameLines ? lines : null}
        onLine={hasSameLines ? onLine : ignore}
      />
    );
    return (
      <>
        {isOffered && slot ? <RenditionChoice text={state.text} lines={lines} slot={slot} onRendition={setRendition} /> : null}
        {load && Rendering ? (
          <Rendering
            key={shownAs}
            {...shared}
            {...{ text: state.text, lines, onLines, source }}
            opensAsSource={language !== shownAs}
            slot={hasChoice ? slot : null}
            onRendered={setRendered}
          />
        ) : (
          source(!load || Rendering === null)
        )}
      </>
    );
  }

  return {
    /** The shown text, which a search goes through and which is copied. */
    text,
    searched: rendered ?? text,
    place,
    /** Whether the text fills the window and scrolls inside. */
    isFilling: size === 'large' && !rendered,
    hasRendering: load !== null,
    /** Whether the shown lines are the paste's, which can be marked. */
    hasSameLines,
    isWrapped,
    onWrap: toggle,
    /** Takes the element for the controls that only some texts need. */
    setSlot,
    show,
  };
}

/** A window in which code rarely fits without wrapping. */
const NARROW = '(max-width: 52rem)';

/**
 * Whether lines are wrapped: as chosen last on this device, else in a narrow window. A text with a very long line is wrapped
 * at first.
 */
function useWrap({ size, longestLine }: { size: 'small' | 'large'; longestLine: number }) {
  const [isWanted, setWanted] = useState(false);
  const [isLongWanted, setLongWanted] = useState(true);
  useEffect(() => setWanted(Boolean(readJson(localStore(), WRAP_NAME) ?? matchMedia(NARROW).matches)), []);
  const isLong = size === 'large' && longestLine > LONG_LINE_CHARACTERS;

  return {
    isWrapped: isLong ? isLongWanted : isWanted,
    toggle(): void {
      if (isLong) {
        setLongWanted(!isLongWanted);
      } else {
        keepJson(localStore(), WRAP_NAME, isWanted ? 0 : 1);
        setWanted(!isWanted);
      }
    },
  };
}

/**
 * Returns the text to show: the pasted one, or the rendition that somebody chose. Lines can be marked and linked while `hasSameLines`.
 * @param isPlain whether nothing else replaces the text
 */
function useRendition({ text, size, isComplete }: ReadyState, language: string, isPlain: boolean) {
  const [rendition, setRendition] = useState<Rendition | null>(null);
  const isOffered = useMemo(
    () => isPlain && isComplete && (language === 'json' || hasColours(text)),
    [isPlain, isComplete, text, language],
  );
  const pasted: Rendition = { text, size, paint: null, hasSameLines: true };
  return { ...((isOffered && rendition) || pasted), isOffered, setRendition };
}
