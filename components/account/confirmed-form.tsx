import { Button } from '#components/ui/button';
import styles from './account.module.css';

interface ConfirmedFormProps {
  action: string;
  /** What it is about, as the action wants to have it. */
  field: { name: string; value: string | number };
  /** What may be done in addition. */
  choice?: { name: string; label: string } | undefined;
  messages: { open: string; openLabel: string; confirm: string; hint: string };
}

/** What can't be taken back is asked for twice, without JavaScript as well: the button stands behind words that open it. */
export function ConfirmedForm({ action, field, choice, messages }: ConfirmedFormProps) {
  return (
    <details className={styles.change}>
      <summary aria-label={messages.openLabel}>{messages.open}</summary>
      <form method="post" action={action} className={styles.row}>
        <input type="hidden" name={field.name} value={field.value} />
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
