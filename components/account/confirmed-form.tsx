import { Button } from '#components/ui/button';
import styles from './account.module.css';

interface ConfirmedFormProps {
  action: string;
  /** The hidden field that names the row to change. */
  field: { name: string; value: string | number };
  /** Another one, for where to return to. */
  also?: { name: string; value: string | number } | undefined;
  /** What may be done in addition. */
  choice?: { name: string; label: string } | undefined;
  messages: { open: string; openLabel: string; confirm: string; hint: string };
}

/** A form that asks twice, also without JavaScript: a summary opens the button. */
export function ConfirmedForm({ action, field, also, choice, messages }: ConfirmedFormProps) {
  return (
    <details className={styles.change}>
      <summary aria-label={messages.openLabel}>{messages.open}</summary>
      <form method="post" action={action} className={styles.row}>
        <input type="hidden" name={field.name} value={field.value} />
        {also === undefined ? null : <input type="hidden" name={also.name} value={also.value} />}
        {choice === undefined ? null : (
          <label className={styles.choice}>
            <input type="checkbox" name={choice.name} />
            {choice.label}
          </label>
        )}
        <Button type="submit" variant="danger">
          {messages.confirm}
        </Button>
        <span className={styles.muted}>{messages.hint}</span>
      </form>
    </details>
  );
}
