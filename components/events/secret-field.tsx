'use client';

import { type InputHTMLAttributes, useId, useRef } from 'react';
import accountStyles from '#components/account/account.module.css';
import { webhookSecretMessages as messages } from '#components/messages/webhook-secret';
import { Button } from '#components/ui/button';
import { CopyField } from '#components/ui/copy-field';
import { Field } from '#components/ui/field';
import fieldStyles from '#components/ui/field.module.css';
import { Section } from '#components/ui/section';
import { useFeedback } from '#components/ui/use-feedback';
import styles from './webhooks.module.css';

/** The length of the secrets that Standard Webhooks generates. */
const SECRET_BYTES = 24;

interface SecretFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint: string;
  problem: string | null;
}

/** A field for the secret, which can be generated. The page shows it once more after it was saved, to be copied to the receiver. */
export function SecretField({ label, hint, problem, ...input }: SecretFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [feedback, setFeedback] = useFeedback<'generated'>();

  function generate(): void {
    if (field.current) field.current.value = newSecret();
    setFeedback('generated');
  }

  return (
    <Field id={id} label={label} hint={hint} problem={problem}>
      <div className={`row ${styles.secret}`}>
        <input
          ref={field}
          id={id}
          name="secret"
          dir="ltr"
          className={fieldStyles.input}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-hint`}
          {...input}
        />
        <Button onClick={generate}>{messages.generate}</Button>
      </div>
      <p role="status" className="visually-hidden">
        {feedback === null ? '' : messages.generated}
      </p>
    </Field>
  );
}

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

/** Shows a secret that was just saved, this once. */
export function NewSecret({ value, onKept }: { value: string; onKept: () => void }) {
  return (
    <Section id="new-secret" title={messages.newTitle} className={accountStyles.newKey}>
      <p>{messages.newText}</p>
      <CopyField isMain label={messages.label} copyLabel={messages.copyLabel} value={value} />
      <div>
        <Button onClick={onKept}>{messages.kept}</Button>
      </div>
    </Section>
  );
}
