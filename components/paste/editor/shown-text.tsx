import { useEffect, useState } from 'react';
import { createdMessages } from '#components/messages/created';
import { editorMessages as messages } from '#components/messages/editor';
import { Button } from '#components/ui/button';
import { lazyPart, NotLoaded } from '#components/ui/lazy-part';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import type { Draft } from './model/editor-draft';
import styles from './shown-text.module.css';

/** The code of the paste's page loads when somebody wants to see the text as readers will. */
const TextPreview = lazyPart(async () => (await import('#components/paste/view/ready/text-preview')).TextPreview, Unseen);

function Unseen() {
  return (
    <div className={styles.failed}>
      <NotLoaded />
    </div>
  );
}

type PreviewedDraft = Pick<Draft, 'text' | 'attachment' | 'chosenSyntax' | 'guessedSyntax'>;

/** The language that readers will see the text in. */
const syntaxOf = ({ chosenSyntax, guessedSyntax }: PreviewedDraft): string => chosenSyntax ?? guessedSyntax;

/** Whether readers see more than the text itself: a rendered or coloured text, a table, or a log's colours. */
const looksDifferent = (draft: PreviewedDraft): boolean =>
  (draft.text !== '' || draft.attachment !== null) &&
  (syntaxOf(draft) !== PLAIN_TEXT || (draft.attachment?.beginning ?? draft.text).includes('\u001b['));

/** Shows the draft's text as its readers will see it. */
export function ShownText({ draft }: { draft: PreviewedDraft }) {
  const text = useText(draft);
  return (
    <section className={styles.shown} aria-label={messages.preview}>
      {text === null ? null : <TextPreview text={text} syntax={syntaxOf(draft)} />}
    </section>
  );
}

/** @returns null while an attachment is read */
function useText({ text, attachment }: PreviewedDraft): string | null {
  const [read, setRead] = useState<{ of: Blob; text: string } | null>(null);
  const content = attachment?.content;
  useEffect(() => {
    let isLeft = false;
    content?.text().then(
      (whole) => isLeft || setRead({ of: content, text: whole }),
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [content]);
  if (!content) return text;
  return read?.of === content ? read.text : null;
}

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
