'use client';

import { useState } from 'react';
import accountStyles from '#components/account/account.module.css';
import { ChangeForm, type Fields } from '#components/account/change-form';
import { pageClient } from '#components/client/page.client';
import { noticeMessages } from '#components/messages/notice';
import { webhookMessages as messages } from '#components/messages/webhook';
import { SubmitButton } from '#components/ui/button';
import fieldStyles from '#components/ui/field.module.css';
import type { ApiProblem } from '#lib/client/api-problem';
import { createWebhook, updateWebhook } from '#lib/client/operations.generated';
import { secretUseOf, WEBHOOK_FORMATS } from '#lib/webhooks/formats/format.rules';
import type { ShownWebhook } from '#lib/webhooks/webhook.presenter';
import { WEBHOOK_EVENTS } from '#lib/webhooks/webhook.rules';
import { FormatFields } from './format-fields';
import styles from './webhooks.module.css';

interface WebhookFormProps {
  /** The webhook to change; null creates one. */
  webhook: ShownWebhook | null;
  /** @param secret a new one that signs, which the page now shows once; null: none */
  onSaved: (id: number, secret: string | null) => void;
}

export function WebhookForm({ webhook, onSaved }: WebhookFormProps) {
  // Most people want the events of new pastes.
  const events: readonly string[] = webhook?.events ?? ['paste.created'];
  const [saves, setSaves] = useState(0);

  async function save(fields: Fields): Promise<string> {
    const body = bodyOf(fields);
    const { id } =
      webhook === null
        ? await pageClient.call(createWebhook, { body })
        : await pageClient.call(updateWebhook, { params: { id: String(webhook.id) }, body: { ...body, url: body.url || undefined } });
    const secret = (secretUseOf(body.format) === 'signs' && body.secret) || null;
    setSaves(saves + 1);
    onSaved(id, secret);
    return noticeMessages.done[webhook === null ? 'webhook-created' : secret === null ? 'webhook-saved' : 'webhook-secret-saved'];
  }

  return (
    <ChangeForm onSend={save} problem={describe} shownAt={['url', 'secret', 'events']} className={accountStyles.form}>
      {(refused) => (
        <>
          <FormatFields webhook={webhook} refused={refused} saves={saves} />
          <fieldset className={styles.events} aria-describedby={refused?.field === 'events' ? 'webhook-events-problem' : undefined}>
            <legend className={fieldStyles.label}>{messages.events}</legend>
            {WEBHOOK_EVENTS.map((event) => (
              <label key={event} className={styles.event}>
                <input
                  type="checkbox"
                  name={event}
                  defaultChecked={events.includes(event)}
                  aria-invalid={refused?.field === 'events' ? true : undefined}
                />
                <span>
                  <code>{event}</code>
                  <span className={fieldStyles.hint}>{messages.eventHints[event]}</span>
                </span>
              </label>
            ))}
            {refused?.field === 'events' ? (
              <p id="webhook-events-problem" className={fieldStyles.problem}>
                {messages.eventsRefused}
              </p>
            ) : null}
          </fieldset>
          <SubmitButton variant="primary">{webhook === null ? messages.create : messages.save}</SubmitButton>
        </>
      )}
    </ChangeForm>
  );
}

/** The typed fields as the endpoint takes them: an empty secret is none. */
function bodyOf(fields: Fields) {
  const format = WEBHOOK_FORMATS.find((one) => one === fields.format) ?? 'standard';
  return {
    url: fields.url?.trim() ?? '',
    format,
    ...(fields.secret && { secret: fields.secret }),
    events: WEBHOOK_EVENTS.filter((event) => fields[event] !== undefined),
  };
}

const describe = ({ code }: ApiProblem) => (code === 'too_many_webhooks' ? noticeMessages.failed['too-many-webhooks'] : null);
