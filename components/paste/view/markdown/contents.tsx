import { markdownMessages } from '#components/messages/markdown';
import styles from './contents.module.css';
import type { Heading } from './markdown-tree';

/** Levels of headings shown; deeper ones are left out. */
const LEVELS = 3;

/** Lists the headings, beside the text where there is room. */
export function Contents({ headings, onHeading }: { headings: readonly Heading[]; onHeading: (number: number) => void }) {
  const top = Math.min(...headings.map(({ depth }) => depth));
  return (
    <nav className={`not-printed ${styles.contents}`} aria-label={markdownMessages.contents} translate="no">
      <ul>
        {headings.map(({ depth, text }, index) =>
          depth - top < LEVELS && text.trim() !== '' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a heading is its number
            <li key={index} data-level={depth - top}>
              <button type="button" onClick={() => onHeading(index + 1)}>
                {text}
              </button>
            </li>
          ) : null,
        )}
      </ul>
    </nav>
  );
}
