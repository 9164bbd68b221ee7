import { useState } from 'react';
import { peopleMessages as messages } from '#components/messages/people';
import { Button } from '#components/ui/button';
import { Field } from '#components/ui/field';
import fieldStyles from '#components/ui/field.module.css';
import { MAX_NETWORKS, networksIn } from '#lib/pastes/network.rules';
import styles from './editor.module.css';
import type { Draft, Edit } from './model/editor-draft';

interface MoreOptionsProps {
  draft: Draft;
  problems: { people: string | null; networks: string | null };
  isSignedIn: boolean;
  /** The visitor's network; null: unknown. */
  network: string | null;
  onEdit: (edit: Edit) => void;
}

/** The options that few pastes have: a link for each of several people, and networks to read from. */
export function MoreOptions({ draft, problems, isSignedIn, network, onEdit }: MoreOptionsProps) {
  return (
    <>
      <Field id="people" label={messages.label} hint={`${messages.hint} ${isSignedIn ? messages.keptInList : messages.kept}`}>
        <textarea
          id="people"
          className={fieldStyles.input}
          rows={4}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          value={draft.people}
          onChange={({ target }) => {
            onEdit({ people: target.value });
            // The page after this one needs it: the server may be gone by then.
            void import('./created-for-people').catch(() => undefined);
          }}
          {...aria('people', problems.people)}
        />
        <Problem id="people" text={problems.people} />
      </Field>
      <NetworksField networks={draft.readableFrom} problem={problems.networks} mine={network} onEdit={onEdit} />
    </>
  );
}

interface NetworksFieldProps {
  networks: readonly string[] | null;
  problem: string | null;
  mine: string | null;
  onEdit: (edit: Edit) => void;
}

function NetworksField({ networks, problem, mine, onEdit }: NetworksFieldProps) {
  const [typed, setTyped] = useState('');
  const list = networks?.join(', ') ?? '';
  // Typed text may end with a comma. It counts no more after the draft was cleared or restored.
  const value = networksIn(typed).join(', ') === list ? typed : list;

  function type(text: string): void {
    setTyped(text);
    const named = networksIn(text);
    onEdit({ readableFrom: named.length === 0 ? null : named });
  }

  return (
    <Field id="networks" label={messages.networks} hint={messages.networksHint(MAX_NETWORKS)}>
      <input
        id="networks"
        className={fieldStyles.input}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => type(target.value)}
        {...aria('networks', problem)}
      />
      <Problem id="networks" text={problem} />
      {mine === null || networks?.includes(mine) ? null : (
        <Button className={styles.suggest} onClick={() => type(mine)}>
          {messages.fromMine(mine)}
        </Button>
      )}
    </Field>
  );
}

const aria = (id: string, problem: string | null) => ({
  'aria-invalid': problem !== null || undefined,
  'aria-describedby': problem === null ? `${id}-hint` : `${id}-problem ${id}-hint`,
});

function Problem({ id, text }: { id: string; text: string | null }) {
  return text === null ? null : (
    <p id={`${id}-problem`} role="alert" className={`box danger ${styles.problem}`}>
      {text}
    </p>
  );
}
