'use client';

import { createElement, type MouseEvent, memo, type ReactNode, useEffect, useRef } from 'react';
import { markdownMessages } from '#components/messages/markdown';
import { normalizeLanguage } from '#lib/languages/language.rules';
import type { SearchResult } from '../model/view-search';
import { type PasteText, textOf } from '../model/view-text';
import { colourPieces, piecesOf } from '../text/colour-lines';
import { textIn } from '../text/highlights';
import { usePictureUrl } from '../text/pictures';
import { useShownMatches } from '../text/use-search';
import contentsStyles from './contents.module.css';
import styles from './markdown.module.css';
import alertStyles from './markdown-alert.module.css';
import noteStyles from './markdown-notes.module.css';
import tableStyles from './markdown-table.module.css';
import type { Look, MarkdownNode, MarkdownTree, Picture, Said } from './markdown-tree';

const CLASSES: Record<Look, string | undefined> = {
  code: styles.code,
  html: styles.html,
  inlineHtml: styles.inlineHtml,
  task: styles.task,
  table: `${styles.table} ${tableStyles.table}`,
  jump: noteStyles.jump,
  notes: noteStyles.notes,
  back: `not-printed ${noteStyles.back}`,
  alert: alertStyles.alert,
  alertTitle: alertStyles.title,
  contents: `not-printed ${contentsStyles.contents}`,
};

/** Renders the elements of a text. Memoised, because there may be twenty thousand. */
export const MarkdownText = memo(function MarkdownText({ nodes }: { nodes: readonly MarkdownNode[] }) {
  return nodes.map(renderNode);
});

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
  useEffect(() => {
    const leaving = new AbortController();
    if (article.current) colourCode(article.current, leaving.signal);
    return () => leaving.abort();
  }, [tree]);

  useShownMatches(article, search);

  const press = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-target]') : null;
    if (button) goTo(button.dataset.target ?? '');
  };

  return (
    // biome-ignore lint/a11y: the buttons in it are pressed
    <div className={styles.columns} onClick={press}>
      <article
        ref={article}
        className={`${styles.article} ${isWrapped ? styles.wrapped : ''}`}
        aria-label={markdownMessages.label}
        tabIndex={-1}
        translate="no"
        dir="auto"
      >
        <MarkdownText nodes={tree.article} />
      </article>
      <MarkdownText nodes={tree.contents} />
    </div>
  );
}

/** Piece numbers between two code blocks, so that the worker never takes one for the continuation of another. */
const PIECES_OF_ONE = 10_000;

function colourCode(article: Element, signal: AbortSignal): void {
  const pieces = [...article.querySelectorAll<HTMLElement>('pre > code[data-language]')].flatMap((code, index) => {
    const lines = [...code.childNodes] as Text[];
    const texts = lines.map(({ data }) => data.replace(/\n$/, ''));
    return piecesOf(normalizeLanguage(code.dataset.language ?? ''), texts, lines, index * PIECES_OF_ONE);
  });
  colourPieces(pieces, signal);
}

function goTo(id: string): void {
  const element = document.getElementById(id);
  element?.scrollIntoView({ block: 'start' });
  element?.focus({ preventScroll: true });
}

/** @param index the key: the parts of a text never move */
function renderNode(node: MarkdownNode, index: number): ReactNode {
  if (typeof node === 'string') return node;
  if ('picture' in node) return <OwnPicture key={index} {...node} />;
  if ('says' in node) return sentenceOf(node);
  const { look, title, 'aria-label': label, ...attributes } = node.attributes;
  const props = {
    ...attributes,
    key: index,
    className: look && CLASSES[look],
    title: typeof title === 'object' ? sentenceOf(title) : title,
    'aria-label': label && sentenceOf(label),
  };
  // An element like `br` may have no children, not even none.
  return node.children.length === 0 ? createElement(node.tag, props) : createElement(node.tag, props, node.children.map(renderNode));
}

function sentenceOf(said: Said): string {
  switch (said.says) {
    case 'alert':
      return markdownMessages.alerts[said.kind];
    case 'picture':
      return markdownMessages.picture(said.host);
    case 'footnote':
      return markdownMessages.footnote(said.number);
    case 'backTo':
      return markdownMessages.backTo(said);
    case 'done':
    case 'open':
      return markdownMessages.task[said.says];
    default:
      return markdownMessages[said.says];
  }
}

function OwnPicture({ picture, alt }: Picture) {
  const url = usePictureUrl(picture);
  // biome-ignore lint/performance/noImgElement: it is in memory already
  return url === null ? alt : <img src={url} alt={alt} className={styles.picture} />;
}
