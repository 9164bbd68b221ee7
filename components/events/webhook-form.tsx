import accountStyles from '#components/account/account.module.css';
import { ActionForm } from '#components/account/action-form';
import { webhookMessages as messages } from '#components/messages/webhook';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import fieldStyles from '#components/ui/field.module.css';
import { MAX_SECRET_CHARACTERS, MAX_URL_CHARACTERS, MIN_SECRET_CHARACTERS, WEBHOOK_EVENTS } from '#lib/webhooks/webhook.rules';
import { SecretField } from './secret-field';
import styles from './webhooks.module.css';
import type { WebhookDraft } from './webhooks-data';

/** Most people want the events of new pastes. */
const NEW_DRAFT: WebhookDraft = { url: '', secret: '', events: ['paste.created'], problems: {} };

interface WebhookFormProps {
  /** The id of the webhook to change; null creates one. */
  id: number | null;
  /** The first values of the form; null: those of a new webhook. */
  draft: WebhookDraft | null;
}

export function WebhookForm({ id, draft }: WebhookFormProps) {
  const isNew = id === null;
  const { url, secret, events, problems } = draft ?? NEW_DRAFT;
  const first = (['url', 'secret', 'events'] as const).find((field) => problems[field] !== undefined);
  return (
    <ActionForm action={isNew ? 'create-webhook' : 'update-webhook'} fields={{ webhookId: id }} className={accountStyles.form}>
      <TextField
        id="webhook-url"
        name="url"
        type="url"
        label={messages.url}
        hint={messages.urlHint}
        problem={problems.url === undefined ? null : messages.urlRefused(problems.url)}
        className={styles.code}
        required
        maxLength={MAX_URL_CHARACTERS}
        defaultValue={url}
        placeholder="https://"
        autoFocus={first === 'url'}
      />
      <SecretField
        label={isNew ? messages.secret : messages.newSecret}
        hint={isNew ? messages.secretHint : messages.newSecretHint}
        problem={problems.secret === undefined ? null : messages.secretRefused}
        autoFocus={first === 'secret'}
        defaultValue={secret}
        required={isNew}
        minLength={MIN_SECRET_CHARACTERS}
        maxLength={MAX_SECRET_CHARACTERS}
        withoutScript={messages.noGenerate}
      />
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
      <Button type="submit" variant="primary">
        {isNew ? messages.create : messages.save}
      </Button>
    </ActionForm>
  );
}
