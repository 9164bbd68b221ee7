import { editorMessages as messages } from '#components/messages/editor';
import { lazyPart, NotLoaded } from '#components/ui/lazy-part';
import { useLoaded } from '#components/ui/use-loaded';
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

export type PreviewedDraft = Pick<Draft, 'text' | 'attachment' | 'chosenSyntax' | 'guessedSyntax'>;

/** The language that readers will see the text in. */
export const syntaxOf = ({ chosenSyntax, guessedSyntax }: PreviewedDraft): string => chosenSyntax ?? guessedSyntax;

/** Shows the draft's text as its readers will see it. */
export function ShownText({ draft }: { draft: PreviewedDraft }) {
  const content = draft.attachment?.content;
  const read = useLoaded(() => content?.text(), content);
  const text = content ? read : draft.text;
  return (
    <section className={styles.shown} aria-label={messages.preview}>
      {text === null ? null : <TextPreview text={text} syntax={syntaxOf(draft)} />}
    </section>
  );
}
