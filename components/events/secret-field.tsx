'use client';

import { Check, Copy } from 'lucide-react';
import { type InputHTMLAttributes, useId, useRef, useState } from 'react';
import accountStyles from '#components/account/account.module.css';
import { linkMessages } from '#components/messages/link';
import { webhookSecretMessages as messages } from '#components/messages/webhook-secret';
import { Button } from '#components/ui/button';
import { CopyField } from '#components/ui/copy-field';
import { copyText } from '#components/ui/copy-text';
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

/** A field for the secret, which is readable, because somebody copies it to the receiver. */
export function SecretField({ label, hint, problem, ...input }: SecretFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  /** Whether the field has a generated secret, which must be copied; a typed one needn't. */
  const [isGenerated, setIsGenerated] = useState(false);
  const [feedback, setFeedback] = useFeedback<'generated' | 'copied' | 'copyFailed'>();

  function generate(): void {
    if (field.current) field.current.value = newSecret();
    setIsGenerated(true);
    setFeedback('generated');
  }

  async function copy(): Promise<void> {
    if (field.current) setFeedback((await copyText(field.current.value, field.current)) ? 'copied' : 'copyFailed');
  }

  const Icon = feedback === 'copied' ? Check : Copy;
  return (
    <div className={fieldStyles.group}>
      <Field id={id} label={label} hint={hint} problem={problem}>
        <div className={`row ${styles.secret}`}>
          <input
            ref={field}
            id={id}
            name="secret"
            dir="ltr"
            className={`${fieldStyles.input} ${styles.code}`}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-invalid={problem !== null}
            aria-describedby={`${id}-hint`}
            {...input}
          />
          <Button onClick={generate}>{messages.generate}</Button>
          {isGenerated ? (
            <Button onClick={() => void copy()} aria-label={feedback === 'copied' ? undefined : messages.copyLabel} icon={Icon}>
              {feedback === 'copied' ? linkMessages.copied : linkMessages.copy}
            </Button>
          ) : null}
        </div>
      </Field>
      <p role="status" className={feedback === 'copyFailed' ? fieldStyles.problem : 'visually-hidden'}>
        {feedback === null ? '' : feedback === 'generated' ? messages.generated : linkMessages[feedback]}
      </p>
    </div>
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
