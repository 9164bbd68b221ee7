'use client';

import { useState } from 'react';
import accountStyles from '#components/account/account.module.css';
import { ChangeForm, type Fields } from '#components/account/change-form';
import { pageClient } from '#components/client/page.client';
import { noticeMessages } from '#components/messages/notice';
import { webhookMessages as messages } from '#components/messages/webhook';
import { webhookFormatMessages as formatMessages } from '#components/messages/webhook-format';
import { SubmitButton } from '#components/ui/button';
import { Field, TextField } from '#components/ui/field';
import fieldStyles from '#components/ui/field.module.css';
import { Select } from '#components/ui/select';
import type { ApiProblem } from '#lib/client/api-problem';
import { createWebhook, updateWebhook } from '#lib/client/operations.generated';
import { formatOf, isChatFormat, secretUseOf, WEBHOOK_FORMATS, type WebhookFormat } from '#lib/webhooks/formats/format.rules';
import type { ShownWebhook } from '#lib/webhooks/webhook.presenter';
import { MAX_SECRET_CHARACTERS, MAX_URL_CHARACTERS, MIN_SECRET_CHARACTERS, WEBHOOK_EVENTS } from '#lib/webhooks/webhook.rules';
import { TOKEN_PATTERN } from '#lib/webhooks/webhook-secrets.rules';
import { SecretField } from './secret-field';
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
  const [format, setFormat] = useState(webhook?.format ?? 'standard');
  const isAddressKept = webhook !== null && isChatFormat(webhook.format);
  const addressHint = hintOf(format);

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
          <Field id="webhook-format" label={formatMessages.label}>
            <Select
              id="webhook-format"
              name="format"
              defaultValue={format}
              onChange={({ target }) => setFormat(WEBHOOK_FORMATS.find((one) => one === target.value) ?? 'standard')}
              options={WEBHOOK_FORMATS.map((one) => [one, formatOf(one).name || formatMessages.signedRequest])}
            />
          </Field>
          <TextField
            id="webhook-url"
            name="url"
            type="url"
            label={messages.url}
            // An example ends the hint, and nothing stands after it.
            hint={isAddressKept ? `${formatMessages.keepAddress} ${addressHint}` : addressHint}
            problem={refused?.field === 'url' ? urlProblem(refused.detail) : null}
            required={!isAddressKept}
            maxLength={MAX_URL_CHARACTERS}
            defaultValue={isAddressKept ? '' : webhook?.url}
            placeholder="https://"
          />
          {/* Each time the form was saved, the secret leaves its field. */}
          <SecretOf key={saves} format={format} saved={webhook?.format ?? null} isRefused={refused?.field === 'secret'} />
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

function hintOf(format: WebhookFormat): string {
  if (!isChatFormat(format)) return messages.urlHint;
  const hint = formatMessages.addresses[format];
  return typeof hint === 'string' ? hint : hint(formatOf(format).example ?? '');
}

/** @param why the server's words; none: the server was not asked */
const urlProblem = (why: string): string => (why === '' ? messages.urlMissing : messages.urlRefused(why));

interface SecretOfProps {
  format: WebhookFormat;
  /** The format that is stored; null for a new webhook. */
  saved: WebhookFormat | null;
  isRefused: boolean;
}

function SecretOf({ format, saved, isRefused }: SecretOfProps) {
  const use = secretUseOf(format);
  if (use === 'none') return null;
  const isKept = saved !== null && use === secretUseOf(saved);
  const problem = isRefused ? messages.secretRefused : null;
  const shared = {
    required: !isKept && use !== 'optional token',
    minLength: MIN_SECRET_CHARACTERS,
    maxLength: MAX_SECRET_CHARACTERS,
  };
  if (use === 'signs')
    return (
      <SecretField
        label={isKept ? messages.newSecret : messages.secret}
        hint={isKept ? messages.newSecretHint : messages.secretHint}
        problem={problem}
        {...shared}
      />
    );
  const hint = format === 'matrix' ? formatMessages.tokens.matrix : formatMessages.tokens.ntfy;
  return (
    <TextField
      id="webhook-token"
      name="secret"
      type="password"
      label={isKept ? formatMessages.newToken : formatMessages.token}
      hint={isKept ? `${hint} ${formatMessages.keepToken}` : hint}
      problem={problem}
      pattern={TOKEN_PATTERN}
      {...shared}
    />
  );
}
