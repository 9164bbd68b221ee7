'use client';

import { type ReactNode, useState } from 'react';
import { webhookMessages } from '#components/messages/webhook';
import { webhookFormatMessages as messages } from '#components/messages/webhook-format';
import { Field, TextField } from '#components/ui/field';
import { Select } from '#components/ui/select';
import type { ApiProblem } from '#lib/client/api-problem';
import {
  type ChatFormatName,
  formatOf,
  isChatFormat,
  secretUseOf,
  WEBHOOK_FORMATS,
  type WebhookFormat,
} from '#lib/webhooks/formats/format.rules';
import type { ShownWebhook } from '#lib/webhooks/webhook.presenter';
import { MAX_SECRET_CHARACTERS, MAX_URL_CHARACTERS, MIN_SECRET_CHARACTERS } from '#lib/webhooks/webhook.rules';
import { TOKEN_PATTERN } from '#lib/webhooks/webhook-secrets.rules';
import { SecretField } from './secret-field';
import styles from './webhooks.module.css';

const addressHint = (format: ChatFormatName): string => {
  const hint = messages.addresses[format];
  return typeof hint === 'string' ? hint : hint(formatOf(format).example ?? '');
};

/** @param why the server's words; none: the server was not asked */
const urlProblem = (why: string): string => (why === '' ? webhookMessages.urlMissing : webhookMessages.urlRefused(why));

interface FormatFieldsProps {
  /** The webhook as it is stored; null for a new one. */
  webhook: ShownWebhook | null;
  refused: ApiProblem | null;
  /** How often the form was saved: each time the secret leaves its field. */
  saves: number;
}

/** The fields of format, address and secret. What they ask for follows the format. */
export function FormatFields({ webhook, refused, saves }: FormatFieldsProps) {
  const [format, setFormat] = useState(webhook?.format ?? 'standard');
  const isAddressKept = webhook !== null && isChatFormat(webhook.format);
  return (
    <>
      <Field id="webhook-format" label={messages.label}>
        <Select
          id="webhook-format"
          name="format"
          defaultValue={format}
          onChange={({ target }) => setFormat(WEBHOOK_FORMATS.find((one) => one === target.value) ?? 'standard')}
          options={WEBHOOK_FORMATS.map((one) => [one, formatOf(one).name || messages.signedRequest])}
        />
      </Field>
      <TextField
        id="webhook-url"
        name="url"
        type="url"
        label={webhookMessages.url}
        hint={<AddressHint format={format} isKept={isAddressKept} />}
        problem={refused?.field === 'url' ? urlProblem(refused.detail) : null}
        className={styles.code}
        required={!isAddressKept}
        maxLength={MAX_URL_CHARACTERS}
        defaultValue={isAddressKept ? '' : webhook?.url}
        placeholder="https://"
      />
      <SecretOf key={saves} format={format} saved={webhook?.format ?? null} isRefused={refused?.field === 'secret'} />
    </>
  );
}

function AddressHint({ format, isKept }: { format: WebhookFormat; isKept: boolean }): ReactNode {
  const hint = isChatFormat(format) ? addressHint(format) : webhookMessages.urlHint;
  // An example ends the hint, and nothing stands after it.
  return isKept ? `${messages.keepAddress} ${hint}` : hint;
}

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
  const problem = isRefused ? webhookMessages.secretRefused : null;
  const shared = {
    required: !isKept && use !== 'optional token',
    minLength: MIN_SECRET_CHARACTERS,
    maxLength: MAX_SECRET_CHARACTERS,
  };
  if (use === 'signs')
    return (
      <SecretField
        label={isKept ? webhookMessages.newSecret : webhookMessages.secret}
        hint={isKept ? webhookMessages.newSecretHint : webhookMessages.secretHint}
        problem={problem}
        {...shared}
      />
    );
  const hint = format === 'matrix' ? messages.tokens.matrix : messages.tokens.ntfy;
  return (
    <TextField
      id="webhook-token"
      name="secret"
      type="password"
      label={isKept ? messages.newToken : messages.token}
      hint={isKept ? `${hint} ${messages.keepToken}` : hint}
      problem={problem}
      pattern={TOKEN_PATTERN}
      className={styles.code}
      {...shared}
    />
  );
}
