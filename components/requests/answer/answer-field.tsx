import { type ChangeEvent, useState } from 'react';
import { Field } from '#components/ui/field';
import fieldStyles from '#components/ui/field.module.css';
import { Reveal } from '#components/ui/reveal';
import { SecretInput } from '#components/ui/secret-input';
import type { AskedField } from '#lib/envelope/request-vault';

interface AnswerFieldProps {
  id: string;
  field: AskedField;
  isLocked: boolean;
  onFill: (value: string) => void;
}

/** The field of an answer for a name that is asked for. */
export function AnswerField({ id, field: { name, kind }, isLocked, onFill }: AnswerFieldProps) {
  const [value, setValue] = useState('');
  const [isShown, setShown] = useState(kind !== 'secret');
  const input = {
    id,
    dir: 'auto',
    className: fieldStyles.input,
    value,
    readOnly: isLocked,
    autoComplete: 'off',
    autoCapitalize: 'off',
    autoCorrect: 'off',
    spellCheck: false,
    'aria-describedby': 'answer-hint answer-problem',
    onChange({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
      setValue(target.value);
      onFill(target.value);
    },
  };
  const line = <SecretInput {...input} type={isShown ? 'text' : 'password'} />;
  return (
    <Field id={id} label={name}>
      {kind === 'multiline' ? (
        <textarea {...input} rows={4} />
      ) : kind === 'text' ? (
        line
      ) : (
        <Reveal name={name} isShown={isShown} onToggle={() => setShown(!isShown)}>
          {line}
        </Reveal>
      )}
    </Field>
  );
}
