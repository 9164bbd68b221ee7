'use client';

import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useId, useRef } from 'react';
import { linkMessages } from '#components/messages/link';
import { Button } from './button';
import styles from './copy-field.module.css';
import { copyText } from './copy-text';
import { Field } from './field';
import { SecretInput } from './secret-input';
import { useFeedback } from './use-feedback';

interface CopyFieldProps {
  label: string;
  /** The button's accessible name, which differs where there are several. */
  copyLabel: string;
  value: string;
  isMain?: boolean;
  hint?: string;
  /** True: the page has copied the text already; false: copying failed; null: nobody asked for it. */
  wasCopied?: boolean | null;
  /** Called when the text was copied, by the button or by keyboard. */
  onCopied?: () => void;
}

/** A read-only text to copy: focus selects all of it, and the button copies it. */
export function CopyField({ label, copyLabel, value, isMain = false, hint, wasCopied = null, onCopied }: CopyFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [latest, setFeedback] = useFeedback<'copied' | 'failed'>();
  const feedback = latest ?? (wasCopied === null ? null : wasCopied ? 'copied' : 'failed');

  useEffect(() => {
    if (isMain) field.current?.focus();
  }, [isMain]);

  async function copy(): Promise<void> {
    const isCopied = await copyText(value, field.current);
    setFeedback(isCopied ? 'copied' : 'failed');
    if (isCopied) onCopied?.();
  }

  const Icon = feedback === 'copied' ? Check : Copy;
  const attributes = {
    id,
    className: styles.field,
    readOnly: true,
    dir: 'ltr',
    spellCheck: false,
    onFocus: () => selectAll(field.current),
    onCopy: () => {
      if (field.current?.selectionStart === 0 && field.current.selectionEnd === value.length) onCopied?.();
    },
    'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
  };
  return (
    <Field id={id} label={label}>
      <div className="row">
        {isMain ? (
          // A whole link has more than one line. The text of this element is in no attribute.
          <textarea ref={field} key={value} rows={2} defaultValue={value} {...attributes} />
        ) : (
          <SecretInput field={field} value={value} {...attributes} />
        )}
        <Button
          variant={isMain ? 'primary' : 'plain'}
          className={styles.copy}
          onClick={() => void copy()}
          aria-label={feedback === 'copied' ? undefined : copyLabel}
          icon={Icon}
        >
          {feedback === 'copied' ? linkMessages.copied : linkMessages.copy}
        </Button>
      </div>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <p role="status" className={feedback === 'failed' ? styles.failed : 'visually-hidden'}>
        {feedback === 'copied' ? linkMessages.copied : feedback === 'failed' ? linkMessages.copyFailed : ''}
      </p>
    </Field>
  );
}

/** Selects the text and shows its beginning. The browser scrolls to the selection's end first, hence the frame. */
function selectAll(field: HTMLInputElement | HTMLTextAreaElement | null): void {
  field?.select();
  requestAnimationFrame(() => {
    if (field) field.scrollLeft = field.scrollTop = 0;
  });
}
