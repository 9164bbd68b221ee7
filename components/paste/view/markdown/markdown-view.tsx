'use client';

import { useMemo, useState } from 'react';
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
  const subject = useMemo(() => ({ text, limitMs }), [text, limitMs]);
  const parsed = useLoaded((signal) => parseInWorker(text, limitMs, signal), subject);
  const [tree, problem] = typeof parsed === 'string' ? [null, parsed] : [parsed, null];

  const { isSource, isRendered, choice } = useSourceChoice(props, messages, tree !== null);
  return (
    <>
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
    </>
  );
}
