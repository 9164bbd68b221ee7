'use client';

import { Check, Copy } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { linkMessages } from '#components/messages/links';
import { secretMessages as messages } from '#components/messages/webhooks';
import { useIsRunning } from '#components/ui/browser-facts';
import { Button } from '#components/ui/button';
import { copyText } from '#components/ui/copy-text';
import { Field } from '#components/ui/field';
import fieldStyles from '#components/ui/field.module.css';
import { useFeedback } from '#components/ui/use-feedback';
import hiddenStyles from '#components/ui/visually-hidden.module.css';
import styles from './webhooks.module.css';

/** As long as Standard Webhooks has its own. */
const SECRET_BYTES = 24;
const COMMAND = 'echo "whsec_$(openssl rand -base64 24)"';

interface SecretFieldProps {
  label: string;
  hint: string;
  problem: string | null;
  hasFocus: boolean;
  value: string;
  isRequired: boolean;
  minLength: number;
  maxLength: number;
  /** Says how to make a secret where no program runs. */
  withoutScript: string;
}

/** The secret is readable, because a person copies it into a receiver. */
export function SecretField(props: SecretFieldProps) {
  const { label, hint, problem, hasFocus, value, isRequired, minLength, maxLength, withoutScript } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const isRunning = useIsRunning();
  /** A person who typed a secret has no need to copy it. */
  const [isGenerated, setIsGenerated] = useState(value !== '');
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
        <div className={styles.secret}>
          <input
            ref={field}
            id={id}
            name="secret"
            className={`${fieldStyles.input} ${styles.code}`}
            required={isRequired}
            minLength={minLength}
            maxLength={maxLength}
            defaultValue={value}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: what has to be corrected is what the page was sent back for
            autoFocus={hasFocus}
            aria-invalid={problem !== null}
            aria-describedby={`${id}-hint`}
          />
          {isRunning ? <Button onClick={generate}>{messages.generate}</Button> : null}
          {isRunning && isGenerated ? (
            <Button onClick={() => void copy()} aria-label={messages.copyLabel}>
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
      <p role="status" className={feedback === 'copyFailed' ? fieldStyles.problem : hiddenStyles.hidden}>
        {feedback === null ? '' : feedback === 'generated' ? messages.generated : linkMessages[feedback]}
      </p>
    </div>
  );
}

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
