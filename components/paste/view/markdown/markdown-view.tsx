'use client';

import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { startWorker } from '#components/client/start-worker';
import { callOnce } from '#components/client/worker-calls';
import { markdownMessages as messages } from '#components/messages/markdown';
import { Button } from '#components/ui/button';
import { useLoaded } from '#components/ui/use-loaded';
import { type PasteText, wholeText } from '../model/view-text';
import { type RenderedTextProps, useSourceChoice } from '../text/rendered-text';
import { Article } from './article';
import { MARKDOWN_MAX_BYTES, PARSE_LIMIT_MS, PATIENT_PARSE_LIMIT_MS } from './markdown-limits';
import type { MarkdownTree } from './markdown-tree';
import styles from './markdown-view.module.css';

/** Elements that end above this are hidden under the toolbar. */
const TOOLBAR_PIXELS = 56;

/** Why only the source can be shown. */
type MarkdownProblem = keyof typeof messages.problems;

/** @param limitMs for parsing, once the worker has loaded */
async function parseInWorker(text: PasteText, limitMs: number, signal: AbortSignal): Promise<MarkdownTree | MarkdownProblem> {
  if (text.bytes > MARKDOWN_MAX_BYTES) return 'too-large';
  const answer = await callOnce<MarkdownTree | null>(() => startWorker('markdown'), wholeText(text), limitMs, signal);
  return answer.kind === 'problem' ? answer.problem : (answer.output ?? 'too-complex');
}

/** Shows a Markdown text, rendered or as source. Shows the source until the text is parsed, and if parsing fails. */
export function MarkdownView(props: RenderedTextProps) {
  const { text, isWrapped, search, takesFocus, source, onRendered } = props;
  const [limitMs, setLimitMs] = useState(PARSE_LIMIT_MS);
  const place = useRef<HTMLDivElement>(null);
  const keepPlace = useRef<(() => void) | null>(null);
  const subject = useMemo(() => ({ text, limitMs }), [text, limitMs]);
  const parsed = useLoaded((signal) => parseInWorker(text, limitMs, signal), subject);
  const [tree, problem] = typeof parsed === 'string' ? [null, parsed] : [parsed, null];

  const { isSource, isRendered, choice } = useSourceChoice(props, messages, tree !== null, (wantsSource) => {
    if (tree && place.current) keepPlace.current = wantsSource ? topBlock(place.current, tree.lines) : topLine(place.current, tree.lines);
  });

  // Scrolls to the place that was read before the switch between rendered text and source.
  useLayoutEffect(() => {
    keepPlace.current?.();
    keepPlace.current = null;
  });

  return (
    <div ref={place} className={styles.place}>
      {choice}
      {problem ? (
        <div className={`not-printed ${styles.problem}`}>
          <p role="status">{messages.problems[problem]}</p>
          {problem === 'too-slow' && limitMs < PATIENT_PARSE_LIMIT_MS ? (
            <Button variant="quiet" onClick={() => setLimitMs(PATIENT_PARSE_LIMIT_MS)}>
              {messages.tryAgain}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isRendered && tree ? (
        <Article tree={tree} isWrapped={isWrapped} search={search} takesFocus={takesFocus} onText={onRendered} />
      ) : (
        source(isSource || problem !== null)
      )}
    </div>
  );
}

// The reader's place stays the same between the rendered text and its source: the block or line at the top of the window.

const topOf = (element: Element): number => element.getBoundingClientRect().top;
const blocksOf = (place: Element): Element[] => [...(place.querySelector('[data-blocks]')?.children ?? [])];

function firstBelowToolbar(elements: readonly Element[]): { index: number; top: number } {
  const index = elements.findIndex((element) => element.getBoundingClientRect().bottom > TOOLBAR_PIXELS);
  const found = elements[index];
  return found ? { index, top: topOf(found) } : { index: 0, top: TOOLBAR_PIXELS };
}

const moveTo = (element: Element | null | undefined, top: number) => element && window.scrollBy(0, topOf(element) - top);

/**
 * Finds the first visible block of the rendered text.
 * @param lines the line on which each block begins, from 1
 * @returns scrolls the source, once it is shown, to that block's line
 */
function topBlock(place: Element, lines: readonly number[]): () => void {
  const { index, top } = firstBelowToolbar(blocksOf(place));
  return () => moveTo(place.querySelector(`[id="L${lines[index] ?? 1}"]`), top);
}

/** Finds the first visible line of the source. A large source has no line elements: reading begins at line 1. @returns scrolls to its block */
function topLine(place: Element, lines: readonly number[]): () => void {
  const { index, top } = firstBelowToolbar([...place.querySelectorAll('code > [id^="L"]')]);
  return () => moveTo(blocksOf(place)[lines.findLastIndex((first) => first <= index + 1)], top);
}
