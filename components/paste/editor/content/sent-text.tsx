import { useState } from 'react';
import { createdMessages as messages } from '#components/messages/editor';
import { Button } from '#components/ui/button';
import type { Draft } from '../model/editor-draft';
import { looksDifferent, ShownText } from './shown-text';
import styles from './shown-text.module.css';

/** Enough to tell one text from another. */
const BEGINNING_LINES = 6;
const BEGINNING_CHARACTERS = 1_000;

/** Shows on the created page what was sent, so that somebody sees that it is the right thing. */
export function SentText({ draft }: { draft: Draft }) {
  const [isWhole, setWhole] = useState(false);
  const { title, text, attachment, files } = draft;
  const shown = attachment?.beginning ?? text;
  const beginning = shown.slice(0, BEGINNING_CHARACTERS).split('\n').slice(0, BEGINNING_LINES).join('\n');
  const hasMore = attachment !== null || beginning.length < shown.trimEnd().length || looksDifferent(draft);
  return (
    <section className={styles.sent} aria-labelledby="sent">
      <h2 id="sent">{messages.sent(title)}</h2>
      {shown === '' ? null : isWhole ? (
        <div className={styles.whole}>
          <ShownText draft={draft} />
        </div>
      ) : (
        <pre translate="no" dir="auto" className={styles.beginning}>
          {beginning}
        </pre>
      )}
      {files.length === 0 ? null : <p className={styles.files}>{files.map(({ name }) => name).join(', ')}</p>}
      {shown !== '' && hasMore ? (
        <p>
          <Button aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? messages.showBeginning : messages.showWhole}
          </Button>
        </p>
      ) : null}
    </section>
  );
}
