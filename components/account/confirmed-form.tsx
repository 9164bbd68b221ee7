import type { ComponentProps, ReactNode } from 'react';
import { Button } from '#components/ui/button';
import { Check } from '#components/ui/field';
import styles from './account.module.css';
import { ActionForm } from './action-form';

interface ConfirmedFormProps extends Pick<ComponentProps<typeof ActionForm>, 'action' | 'fields'> {
  /** Details, shown before the button. */
  children?: ReactNode;
  /** A checkbox for an additional action. */
  choice?: { name: string; label: string } | undefined;
  /** The summary's accessible name, where the page has several such forms. */
  label?: string;
  messages: { open: string; confirm: string; hint: string };
}

/** A form that asks for confirmation without JavaScript: opening the summary shows the button. */
export function ConfirmedForm({ choice, children, label, messages, ...form }: ConfirmedFormProps) {
  return (
    <details className={styles.change}>
      <summary aria-label={label}>{messages.open}</summary>
      {children}
      <ActionForm className={styles.row} {...form}>
        {choice === undefined ? null : (
          <Check className={styles.choice} name={choice.name}>
            {choice.label}
          </Check>
        )}
        <Button type="submit" variant="danger">
          {messages.confirm}
        </Button>
        <span className={styles.muted}>{messages.hint}</span>
      </ActionForm>
    </details>
  );
}
