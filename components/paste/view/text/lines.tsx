import { memo } from 'react';
import type { PasteText } from '../model/view-data';
import { PREVIEW_MAX_CHARACTERS, PREVIEW_MAX_LINES } from '../model/view-limits';
import { firstLines, splitLines } from '../model/view-text';
import styles from './lines.module.css';

/** Renders each line as an element whose id is its number. The style sheet shows the numbers, so they are never copied. */
export const Lines = memo(function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
    <span key={index} id={`L${index + 1}`} className={styles.line}>
      {`${line}\n`}
    </span>
  ));
});

/** Shows the beginning of a text while the rest arrives. */
export function Preview({ text }: { text: string }) {
  return (
    <pre translate="no" className={`${styles.text} ${styles.preview}`}>
      <code>
        <Lines lines={splitLines(text)} />
      </code>
    </pre>
  );
}

export const beginningOf = ({ slices }: PasteText): string => firstLines(slices[0] ?? '', PREVIEW_MAX_LINES, PREVIEW_MAX_CHARACTERS);
