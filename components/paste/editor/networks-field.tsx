import { useState } from 'react';
import { networksMessages as messages } from '#components/messages/networks';
import { Button } from '#components/ui/button';
import { Field } from '#components/ui/field';
import fieldStyles from '#components/ui/field.module.css';
import { MAX_NETWORKS, networksIn } from '#lib/pastes/network.rules';
import styles from './editor.module.css';
import type { Edit } from './model/editor-draft';

interface NetworksFieldProps {
  networks: readonly string[] | null;
  problem: string | null;
  mine: string | null;
  onEdit: (edit: Edit) => void;
}

/** Asks for the networks from which the paste can be read, which few pastes have. */
export function NetworksField({ networks, problem, mine, onEdit }: NetworksFieldProps) {
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
    <Field id="networks" label={messages.label} hint={messages.hint(MAX_NETWORKS)}>
      <input
        id="networks"
        className={fieldStyles.input}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => type(target.value)}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? 'networks-hint' : 'networks-problem networks-hint'}
      />
      {problem === null ? null : (
        <p id="networks-problem" role="alert" className={`box danger ${styles.problem}`}>
          {problem}
        </p>
      )}
      {mine === null || networks?.includes(mine) ? null : (
        <Button className={styles.suggest} onClick={() => type(mine)}>
          {messages.fromMine(mine)}
        </Button>
      )}
    </Field>
  );
}
