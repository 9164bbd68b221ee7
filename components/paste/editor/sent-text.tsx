import { useState } from 'react';
import { createdMessages } from '#components/messages/created';
import { Button } from '#components/ui/button';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import type { Draft } from './model/editor-draft';
import { type PreviewedDraft, ShownText, syntaxOf } from './shown-text';
import styles from './shown-text.module.css';

/** Whether readers see more than the text itself: a rendered or coloured text, a table, or a log's colours. */
const looksDifferent = (draft: PreviewedDraft): boolean =>
  (draft.text !== '' || draft.attachment !== null) &&
  (syntaxOf(draft) !== PLAIN_TEXT || (draft.attachment?.beginning ?? draft.text).includes('\u001b['));

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
      <h2 id="sent">{title === '' ? createdMessages.sent : createdMessages.sentTitled(title)}</h2>
      {shown === '' ? null : isWhole ? (
        <div className={styles.whole}>
          <ShownText draft={draft} />
        </div>
      ) : (
        <pre translate="no" dir="auto" className={styles.beginning}>
          {beginning}
        </pre>
      )}
      {files.length === 0 ? null : (
        <p className={styles.files}>
          <bdi>{files.map(({ name }) => name).join(', ')}</bdi>
        </p>
      )}
      {shown !== '' && hasMore ? (
        <p>
          <Button aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? createdMessages.showBeginning : createdMessages.showWhole}
          </Button>
        </p>
      ) : null}
    </section>
  );
}
