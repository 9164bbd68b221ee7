import { memo, type ReactNode } from 'react';
import { HIDDEN_CHARACTERS, hiddenLabel, kindOfText } from '../model/hidden-characters';
import { PREVIEW_MAX_CHARACTERS, PREVIEW_MAX_LINES } from '../model/view-limits';
import { firstLines, type PasteText, splitLines } from '../model/view-text';
import styles from './lines.module.css';

/** Hidden characters marked in one text at most: each is an element. */
const MAX_MARKED = 1_000;

/**
 * Renders each line as an element whose id is its number. The style sheet shows the numbers and the signs of hidden
 * characters, so they are never copied.
 */
export const Lines = memo(function Lines({ lines, language }: { lines: readonly string[]; language: string }) {
  const hidden = HIDDEN_CHARACTERS[kindOfText(language)];
  let marked = 0;
  return lines.map((line, index) => {
    const parts = marked < MAX_MARKED ? line.split(hidden) : [line];
    marked += parts.length >> 1;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
      <span key={index} id={`L${index + 1}`} className={styles.line}>
        {parts.length === 1 || marked > MAX_MARKED ? `${line}\n` : [...parts.map(part), '\n']}
      </span>
    );
  });
});

function part(text: string, index: number): ReactNode {
  return index % 2 === 0 ? (
    text
  ) : (
    <span key={index} className="hidden-character" data-character={hiddenLabel(text)}>
      {text}
    </span>
  );
}

/** Shows the beginning of a text while the rest arrives. */
export function Preview({ text, language }: { text: string; language: string }) {
  return (
    <pre translate="no" className={`${styles.text} ${styles.preview}`}>
      <code>
        <Lines lines={splitLines(text)} language={language} />
      </code>
    </pre>
  );
}

export const beginningOf = ({ slices }: PasteText): string => firstLines(slices[0] ?? '', PREVIEW_MAX_LINES, PREVIEW_MAX_CHARACTERS);
