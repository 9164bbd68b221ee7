import { editorMessages } from '#components/messages/editor';
import { Field, TextField } from '#components/ui/field';
import { Select } from '#components/ui/select';
import { PASTE_OPTIONS } from '#lib/pastes/paste-options.rules';
import type { Draft, Edit } from './model/editor-draft';

interface BeforeItOpensProps {
  draft: Pick<Draft, 'approvals' | 'recipient'>;
  mayMail: boolean;
  /** Why the address of the recipient is refused; null: it isn't. */
  problem: string | null;
  onEdit: (edit: Edit) => void;
}

const MAIL = 'mail';
const { choices } = PASTE_OPTIONS.approvals as Extract<(typeof PASTE_OPTIONS)['approvals'], { kind: 'count' }>;

/** Asks what a reader of a burn paste needs besides the link: nothing, the sender's release, or a code by mail. */
export function BeforeItOpens({ draft: { approvals, recipient }, mayMail, problem, onEdit }: BeforeItOpensProps) {
  const { approvals: words, recipient: mail } = editorMessages.pasteOptions;
  const isMailed = recipient !== null;
  const hint = isMailed || approvals === null ? undefined : words.hint;

  function choose(value: string): void {
    onEdit(value === MAIL ? { approvals: null, recipient: '' } : { approvals: Number(value) || null, recipient: null });
  }

  return (
    <>
      <Field isInline id="approvals" label={words.label} hint={hint}>
        <Select
          id="approvals"
          value={isMailed ? MAIL : (approvals ?? '')}
          onChange={({ target }) => choose(target.value)}
          aria-describedby={hint === undefined ? undefined : 'approvals-hint'}
          options={[
            ['', words.none],
            ...choices.map((count) => [count, words.choice(count)] as const),
            ...(mayMail || isMailed ? [[MAIL, mail.choice] as const] : []),
          ]}
        />
      </Field>
      {isMailed ? (
        <TextField
          id="recipient"
          type="email"
          label={mail.label}
          hint={mail.hint}
          problem={problem}
          value={recipient}
          onChange={({ target }) => onEdit({ recipient: target.value })}
        />
      ) : null}
    </>
  );
}
