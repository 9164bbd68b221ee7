'use client';

import { useEffect, useRef } from 'react';
import { markdownMessages } from '#components/messages/markdown';
import { paintMatches } from '../colour/highlights';
import type { PasteText } from '../model/view-data';
import type { SearchResult } from '../model/view-search';
import { textOf } from '../model/view-text';
import { rangesIn, textIn } from './article-text';
import { colourCode } from './code-colours';
import { Contents } from './contents';
import styles from './markdown.module.css';
import { headingId } from './markdown-blocks';
import { noteId } from './markdown-inlines';
import { MarkdownText } from './markdown-text';
import type { MarkdownTree } from './markdown-tree';

/** Fewer headings need no table of contents. */
const CONTENTS_MIN_HEADINGS = 3;

interface ArticleProps {
  tree: MarkdownTree;
  /** Whether lines of code are wrapped. */
  isWrapped: boolean;
  search: SearchResult | null;
  takesFocus: boolean;
  onText: (text: PasteText) => void;
}

/** Shows a rendered text with its table of contents. Links within the text don't change the address, which holds the key. */
export function Article({ tree, isWrapped, search, takesFocus, onText }: ArticleProps) {
  const article = useRef<HTMLElement>(null);

  useEffect(() => {
    if (takesFocus) article.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is that of the tree
  useEffect(() => {
    if (article.current) onText(textOf(textIn(article.current)));
  }, [tree, onText]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the code is that of the tree
  useEffect(() => (article.current ? colourCode(article.current) : undefined), [tree]);

  useEffect(() => {
    if (!article.current || !search) return;
    const ranges = rangesIn(article.current, search.matches.offsets);
    ranges[search.current]?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
    return paintMatches(ranges, search.current);
  }, [search]);

  useEffect(() => {
    const element = article.current;
    const jump = (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button) jumpFrom(button);
    };
    element?.addEventListener('click', jump);
    return () => element?.removeEventListener('click', jump);
  }, []);

  return (
    <div className={styles.columns}>
      <article
        ref={article}
        className={`${styles.article} ${isWrapped ? styles.wrapped : ''}`}
        aria-label={markdownMessages.label}
        tabIndex={-1}
        translate="no"
        data-blocks
      >
        <MarkdownText tree={tree} />
      </article>
      {tree.headings.length < CONTENTS_MIN_HEADINGS ? null : (
        <Contents headings={tree.headings} onHeading={(number) => goTo(headingId(number))} />
      )}
    </div>
  );
}

function jumpFrom({ dataset: { heading, note, mention } }: HTMLElement): void {
  if (heading !== undefined) goTo(headingId(Number(heading)));
  else if (note !== undefined) goTo(noteId(Number(note)));
  else if (mention !== undefined) goTo(mention);
}

function goTo(id: string): void {
  const element = document.getElementById(id);
  element?.scrollIntoView({ block: 'start' });
  element?.focus({ preventScroll: true });
}
