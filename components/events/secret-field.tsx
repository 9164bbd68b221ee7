'use client';

import { Check, Copy } from 'lucide-react';
import { type InputHTMLAttributes, useId, useRef, useState } from 'react';
import accountStyles from '#components/account/account.module.css';
import { ActionButton } from '#components/account/action-form';
import { SeenOnce } from '#components/account/seen-once';
import { linkMessages } from '#components/messages/link';
import { webhookSecretMessages as messages } from '#components/messages/webhook-secret';
import { useIsRunning } from '#components/ui/browser-facts';
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
const COMMAND = 'echo "whsec_$(openssl rand -base64 24)"';

interface SecretFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint: string;
  problem: string | null;
  /** Tells how to make a secret without JavaScript. */
  withoutScript: string;
}

/** A field for the secret, which is readable, because somebody copies it to the receiver. */
export function SecretField({ label, hint, problem, withoutScript, ...input }: SecretFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const isRunning = useIsRunning();
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
          {isRunning ? <Button onClick={generate}>{messages.generate}</Button> : null}
          {isRunning && isGenerated ? (
            <Button onClick={() => void copy()} aria-label={feedback === 'copied' ? undefined : messages.copyLabel}>
              <Icon aria-hidden size={16} />
              {feedback === 'copied' ? linkMessages.copied : linkMessages.copy}
            </Button>
          ) : null}
        </div>
      </Field>
      <noscript>
        <p className={fieldStyles.hint}>
          {withoutScript} <code>{COMMAND}</code>
        </p>
      </noscript>
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

/**
 * Shows a secret that was just saved. The next load of the page doesn't show it; without JavaScript, it stays for a few
 * minutes.
 * @param value null when there is none; the first value stays while the page refreshes itself
 */
export function NewSecret({ webhookId, value }: { webhookId: number; value: string | null }) {
  const [shown] = useState(value);
  if (shown === null) return null;
  return (
    <Section id="new-secret" title={messages.newTitle} className={accountStyles.newKey}>
      <p>{messages.newText}</p>
      <CopyField isMain label={messages.label} copyLabel={messages.copyLabel} value={shown} />
      <SeenOnce action="hide-secret" />
      <ActionButton action="hide-secret" fields={{ webhookId }}>
        {messages.kept}
      </ActionButton>
    </Section>
  );
}
