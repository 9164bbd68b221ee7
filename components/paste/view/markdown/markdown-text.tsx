import { memo } from 'react';
import { markdownMessages } from '#components/messages/markdown';
import { MarkdownBlocks } from './markdown-blocks';
import { mentionId, noteId } from './markdown-inlines';
import styles from './markdown-notes.module.css';
import type { MarkdownTree } from './markdown-tree';

/** Renders the blocks and footnotes of a text. Memoised, because there may be twenty thousand elements. */
export const MarkdownText = memo(function MarkdownText({ tree }: { tree: MarkdownTree }) {
  return (
    <>
      <MarkdownBlocks blocks={tree.blocks} />
      {tree.notes.length > 0 ? <Notes tree={tree} /> : null}
    </>
  );
});

function Notes({ tree: { notes } }: { tree: MarkdownTree }) {
  return (
    <section className={styles.notes} aria-label={markdownMessages.footnotes}>
      <ol>
        {notes.map(({ mentions, children }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a note is its number
          <li key={index} id={noteId(index + 1)} tabIndex={-1} dir="auto">
            <MarkdownBlocks blocks={children} />
            <p className={`not-printed ${styles.back}`}>
              {Array.from({ length: mentions }, (_, mention) => (
                <button
                  // biome-ignore lint/suspicious/noArrayIndexKey: a mention is its number
                  key={mention}
                  type="button"
                  className={styles.jump}
                  data-mention={mentionId(index + 1, mention + 1)}
                  aria-label={markdownMessages.backTo(index + 1, mention + 1)}
                >
                  ↩
                </button>
              ))}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
