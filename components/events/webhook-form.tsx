import accountStyles from '#components/account/account.module.css';
import { ActionForm } from '#components/account/action-form';
import { webhookMessages as messages } from '#components/messages/webhook';
import { SubmitButton } from '#components/ui/button';
import fieldStyles from '#components/ui/field.module.css';
import type { WebhookFormat } from '#lib/webhooks/formats/format.rules';
import { WEBHOOK_EVENTS } from '#lib/webhooks/webhook.rules';
import { FormatFields } from './format-fields';
import styles from './webhooks.module.css';
import type { WebhookDraft } from './webhooks-data';

/** Most people want the events of new pastes. */
const NEW_DRAFT: WebhookDraft = { url: '', format: 'standard', events: ['paste.created'], problems: {} };

interface WebhookFormProps {
  /** The id of the webhook to change; null creates one. */
  id: number | null;
  /** The format that is stored; null for a new webhook. */
  saved: WebhookFormat | null;
  /** The first values of the form; null: those of a new webhook. */
  draft: WebhookDraft | null;
}

export function WebhookForm({ id, saved, draft }: WebhookFormProps) {
  const isNew = id === null;
  const shown = draft ?? NEW_DRAFT;
  const { events, problems } = shown;
  const first = (['url', 'secret', 'events'] as const).find((field) => problems[field] !== undefined);
  return (
    <ActionForm action={isNew ? 'create-webhook' : 'update-webhook'} fields={{ webhookId: id }} className={accountStyles.form}>
      <FormatFields draft={shown} saved={saved} first={first} />
      <fieldset className={styles.events} aria-describedby={problems.events === undefined ? undefined : 'webhook-events-problem'}>
        <legend className={fieldStyles.label}>{messages.events}</legend>
        {WEBHOOK_EVENTS.map((event, index) => (
          <label key={event} className={styles.event}>
            <input
              type="checkbox"
              name={event}
              defaultChecked={events.includes(event)}
              // biome-ignore lint/a11y/noAutofocus: what has to be corrected is what the page was sent back for
              autoFocus={first === 'events' && index === 0}
            />
            <span>
              <code>{event}</code>
              <span className={fieldStyles.hint}>{messages.eventHints[event]}</span>
            </span>
          </label>
        ))}
        {problems.events === undefined ? null : (
          <p id="webhook-events-problem" className={fieldStyles.problem}>
            {messages.eventsRefused}
          </p>
        )}
      </fieldset>
      <SubmitButton variant="primary">{isNew ? messages.create : messages.save}</SubmitButton>
    </ActionForm>
  );
}
