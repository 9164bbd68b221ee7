'use client';

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { callOnce } from '#components/client/worker-calls';
import { markdownMessages } from '#components/messages/markdown';
import { Button } from '#components/ui/button';
import { Choice } from '#components/ui/choice';
import { useShortcuts } from '#components/ui/use-shortcuts';
import type { RenderedTextProps } from '../model/rendered-text';
import type { PasteText } from '../model/view-data';
import { wholeText } from '../model/view-text';
import { Article } from './article';
import { blockAtTop, lineAtTop, showBlock, showLine } from './keep-place';
import { MARKDOWN_MAX_BYTES, PARSE_LIMIT_MS, PATIENT_PARSE_LIMIT_MS } from './markdown-limits';
import type { MarkdownTree } from './markdown-tree';
import styles from './markdown-view.module.css';

/** Why only the source can be shown. */
type MarkdownProblem = keyof typeof markdownMessages.problems;

const startWorker = () => new Worker(new URL('./markdown.worker.ts', import.meta.url), { type: 'module', name: 'markdown' });

/** @param limitMs for parsing, once the worker has loaded */
async function parseInWorker(text: PasteText, limitMs: number, signal: AbortSignal): Promise<MarkdownTree | MarkdownProblem> {
  if (text.bytes > MARKDOWN_MAX_BYTES) return 'too-large';
  const answer = await callOnce<MarkdownTree | null>(startWorker, wholeText(text), limitMs, signal);
  return answer.kind === 'problem' ? answer.problem : (answer.output ?? 'too-complex');
}

/**
 * Shows a Markdown text, rendered or as source. Shows the source until the text is parsed, if parsing fails, and when the
 * link names lines.
 */
export function MarkdownView({ text, lines, onLines, slot, isWrapped, search, takesFocus, source, onRendered }: RenderedTextProps) {
  const [parsed, setParsed] = useState<MarkdownTree | MarkdownProblem | null>(null);
  const [limitMs, setLimitMs] = useState(PARSE_LIMIT_MS);
  const [isSource, setSource] = useState(lines !== null);
  const place = useRef<HTMLDivElement>(null);
  const kept = useRef<(() => void) | null>(null);
  const [tree, problem] = typeof parsed === 'string' ? [null, parsed] : [parsed, null];
  const isRendered = tree !== null && !isSource;

  useEffect(() => {
    const aborter = new AbortController();
    setParsed(null);
    parseInWorker(text, limitMs, aborter.signal).then(setParsed, () => undefined);
    return () => aborter.abort();
  }, [text, limitMs]);

  useEffect(() => {
    if (lines) setSource(true);
  }, [lines]);

  useEffect(() => {
    if (!isRendered) return;
    return () => onRendered(null);
  }, [isRendered, onRendered]);

  // Scrolls to the place that was read before the switch between rendered text and source.
  useLayoutEffect(() => {
    kept.current?.();
    kept.current = null;
  });

  function choose(wantsSource: boolean): void {
    if (!tree || !place.current || wantsSource === isSource) return;
    const shown = place.current;
    if (wantsSource) {
      const { block, top } = blockAtTop(shown);
      kept.current = () => showLine(shown, tree.lines[block] ?? 1, top);
    } else {
      const { line, top } = lineAtTop(shown);
      kept.current = () =>
        showBlock(
          shown,
          tree.lines.findLastIndex((first) => first <= line),
          top,
        );
      // A link to lines opens the source.
      if (lines) onLines(null);
    }
    setSource(wantsSource);
  }

  useShortcuts({ m: () => choose(!isSource) });

  return (
    <div ref={place} className={styles.place}>
      {slot && tree
        ? createPortal(
            <Choice
              label={markdownMessages.choice}
              options={markdownMessages.ways}
              chosen={isSource ? 'source' : 'rendered'}
              onChoose={(way) => choose(way === 'source')}
            />,
            slot,
          )
        : null}
      {problem ? (
        <div className={`not-printed ${styles.problem}`}>
          <p role="status">{markdownMessages.problems[problem]}</p>
          {problem === 'too-slow' && limitMs < PATIENT_PARSE_LIMIT_MS ? (
            <Button variant="quiet" onClick={() => setLimitMs(PATIENT_PARSE_LIMIT_MS)}>
              {markdownMessages.tryAgain}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isRendered ? (
        <Article tree={tree} isWrapped={isWrapped} search={search} takesFocus={takesFocus} onText={onRendered} />
      ) : (
        source(isSource || problem !== null)
      )}
    </div>
  );
}
