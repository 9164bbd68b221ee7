import { useState } from 'react';
import { Field } from '#components/ui/field';
import fieldStyles from '#components/ui/field.module.css';
import { Reveal } from '#components/ui/reveal';
import { SecretInput } from '#components/ui/secret-input';
import type { AnsweredField } from '#lib/envelope/envelope-document';
import type { AskedField } from '#lib/envelope/request-vault';

interface AnswerFieldsProps {
  fields: readonly AskedField[];
  isLocked: boolean;
  hint: string;
  onFill: (filled: readonly AnsweredField[]) => void;
}

/** A field for each name that is asked for. */
export function AnswerFields({ fields, isLocked, hint, onFill }: AnswerFieldsProps) {
  const [filled, setFilled] = useState<readonly AnsweredField[]>(() => fields.map(({ name }) => ({ name, value: '' })));

  function fill(at: number, value: string): void {
    const changed = filled.map((field, index) => (index === at ? { ...field, value } : field));
    setFilled(changed);
    onFill(changed);
  }

  return (
    <>
      {fields.map((field, index) => (
        <AnswerField
          key={field.name}
          id={`answer-${index}`}
          field={field}
          value={filled[index]?.value ?? ''}
          isLocked={isLocked}
          onValue={(value) => fill(index, value)}
        />
      ))}
      <p id="answer-hint" className={fieldStyles.hint}>
        {hint}
      </p>
    </>
  );
}

interface AnswerFieldProps {
  id: string;
  field: AskedField;
  value: string;
  isLocked: boolean;
  onValue: (value: string) => void;
}

function AnswerField({ id, field: { name, kind }, value, isLocked, onValue }: AnswerFieldProps) {
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
  };
  const line = <SecretInput {...input} type={isShown ? 'text' : 'password'} onChange={(event) => onValue(event.target.value)} />;
  return (
    <Field id={id} label={name}>
      {kind === 'multiline' ? (
        <textarea {...input} rows={4} onChange={(event) => onValue(event.target.value)} />
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
