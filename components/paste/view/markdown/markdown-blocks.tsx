import type { ReactNode } from 'react';
import { markdownMessages } from '#components/messages/markdown';
import styles from './markdown.module.css';
import { MarkdownInlines } from './markdown-inlines';
import tableStyles from './markdown-table.module.css';
import type { Alignment, Block, ListItem } from './markdown-tree';

/** The page's title is the first level, so a text's first is `h2`. Its sixth is an `h6` with `aria-level` 7. */
const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6', 'h6'] as const;

export const headingId = (number: number): string => `heading-${number}`;

/**
 * Renders blocks. A text can make no other elements. The only attributes with values of the author are `href`, `title` and
 * `src` (checked addresses), `alt` (plain text), `start` (a number) and `data-language` (a word).
 */
export function MarkdownBlocks({ blocks }: { blocks: readonly Block[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never move
  return blocks.map((block, index) => <MarkdownBlock key={index} block={block} />);
}

function MarkdownBlock({ block }: { block: Block }): ReactNode {
  const inlines = (children: Parameters<typeof MarkdownInlines>[0]['inlines']) => <MarkdownInlines inlines={children} />;
  switch (block.kind) {
    case 'paragraph':
      return <p>{inlines(block.children)}</p>;
    case 'heading': {
      const Heading = HEADINGS[block.depth - 1] ?? 'h6';
      return (
        <Heading id={headingId(block.number)} tabIndex={-1} aria-level={block.depth === 6 ? 7 : undefined}>
          {inlines(block.children)}
        </Heading>
      );
    }
    case 'quote':
      return (
        <blockquote dir="auto">
          <MarkdownBlocks blocks={block.children} />
        </blockquote>
      );
    case 'list': {
      const items = block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Item key={index} item={item} isTight={block.isTight} />
      ));
      return block.first === null ? (
        <ul dir="auto">{items}</ul>
      ) : (
        <ol dir="auto" start={block.first === 1 ? undefined : block.first}>
          {items}
        </ol>
      );
    }
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre className={styles.code} tabIndex={0}>
          <code data-language={block.language || undefined}>{block.language ? linesOf(block.text) : endedLines(block.text)}</code>
        </pre>
      );
    case 'html':
      return <p className={styles.html}>{block.text}</p>;
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
        <section className={tableStyles.table} tabIndex={0} aria-label={markdownMessages.table}>
          <table dir="auto">
            <Rows rows={block.rows} alignments={block.alignments} />
          </table>
        </section>
      );
    case 'rule':
      return <hr />;
  }
}

const endedLines = (text: string): string => (text === '' ? '' : `${text}\n`);

/** Makes each line its own text node, for the colours. */
const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n').map((line) => `${line}\n`));

function Item({ item: { isChecked, children }, isTight }: { item: ListItem; isTight: boolean }) {
  const blocks = children.map((block, index) =>
    isTight && block.kind === 'paragraph' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <MarkdownInlines key={index} inlines={block.children} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <MarkdownBlock key={index} block={block} />
    ),
  );
  if (isChecked === null) return <li>{blocks}</li>;
  const { done, open } = markdownMessages.task;
  return (
    <li className={styles.task}>
      <input type="checkbox" disabled checked={isChecked} readOnly aria-label={isChecked ? done : open} /> {blocks}
    </li>
  );
}

function Rows({ rows, alignments }: { rows: Extract<Block, { kind: 'table' }>['rows']; alignments: Alignment[] }) {
  const [head = [], ...body] = rows;
  const cells = (row: typeof head, Cell: 'th' | 'td') =>
    // Each row has as many cells as the head.
    head.map((_, column) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Cell key={column} data-align={alignments[column] ?? undefined}>
        <MarkdownInlines inlines={row[column] ?? []} />
      </Cell>
    ));
  return (
    <>
      <thead>
        <tr>{cells(head, 'th')}</tr>
      </thead>
      {body.length > 0 ? (
        <tbody>
          {body.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <tr key={index}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      ) : null}
    </>
  );
}
