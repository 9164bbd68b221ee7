'use client';

import { type ReactNode, useState } from 'react';
import { webhookMessages } from '#components/messages/webhook';
import { webhookFormatMessages as messages } from '#components/messages/webhook-format';
import { useIsRunning } from '#components/ui/browser-facts';
import { Field, TextField } from '#components/ui/field';
import fieldStyles from '#components/ui/field.module.css';
import { Select } from '#components/ui/select';
import {
  type ChatFormatName,
  formatOf,
  isChatFormat,
  secretUseOf,
  WEBHOOK_FORMATS,
  type WebhookFormat,
} from '#lib/webhooks/formats/format.rules';
import { MAX_SECRET_CHARACTERS, MAX_URL_CHARACTERS, MIN_SECRET_CHARACTERS } from '#lib/webhooks/webhook.rules';
import { SecretField } from './secret-field';
import styles from './webhooks.module.css';
import type { WebhookDraft } from './webhooks-data';

const addressHint = (format: ChatFormatName): string => {
  const hint = messages.addresses[format];
  return typeof hint === 'string' ? hint : hint(formatOf(format).example ?? '');
};

interface FormatFieldsProps {
  draft: WebhookDraft;
  /** The format that is stored; null for a new webhook. */
  saved: WebhookFormat | null;
  /** The field that gets the focus, because it has to be corrected. */
  first: keyof WebhookDraft['problems'] | undefined;
}

/** The fields of format, address and secret. What they ask for follows the format. */
export function FormatFields({ draft, saved, first }: FormatFieldsProps) {
  const [format, setFormat] = useState(draft.format);
  const { problems } = draft;
  const isAddressKept = saved !== null && isChatFormat(saved);
  return (
    <>
      <Field id="webhook-format" label={messages.label}>
        <Select
          id="webhook-format"
          name="format"
          defaultValue={draft.format}
          onChange={({ target }) => setFormat(WEBHOOK_FORMATS.find((one) => one === target.value) ?? 'standard')}
          options={WEBHOOK_FORMATS.map((one) => [one, formatOf(one).name || messages.signedRequest])}
        />
      </Field>
      <NoScriptHints />
      <TextField
        id="webhook-url"
        name="url"
        type="url"
        label={webhookMessages.url}
        hint={<AddressHint format={format} isKept={isAddressKept} />}
        problem={problems.url === undefined ? null : webhookMessages.urlRefused(problems.url)}
        className={styles.code}
        required={!isAddressKept}
        maxLength={MAX_URL_CHARACTERS}
        defaultValue={draft.url}
        placeholder="https://"
        autoFocus={first === 'url'}
      />
      <SecretOf format={format} draft={draft} saved={saved} first={first} />
    </>
  );
}

function AddressHint({ format, isKept }: { format: WebhookFormat; isKept: boolean }): ReactNode {
  const hint = isChatFormat(format) ? addressHint(format) : webhookMessages.urlHint;
  // An example ends the hint, and nothing stands after it.
  return isKept ? `${messages.keepAddress} ${hint}` : hint;
}

/** Hints for readers whose browser runs no script: there the fields can't follow the format. */
function NoScriptHints() {
  const formats = WEBHOOK_FORMATS.filter(isChatFormat);
  return (
    <noscript>
      <ul className={fieldStyles.hint}>
        {formats.map((format) => (
          <li key={format}>
            {formatOf(format).name}: {addressHint(format)}
          </li>
        ))}
      </ul>
    </noscript>
  );
}

function SecretOf({ format, draft: { problems }, saved, first }: FormatFieldsProps & { format: WebhookFormat }) {
  const isRunning = useIsRunning();
  const use = secretUseOf(format);
  if (use === 'none') return null;
  const isKept = saved !== null && use === secretUseOf(saved);
  const shared = {
    autoFocus: first === 'secret',
    // The format may be another one than the fields are for where no script runs.
    required: isRunning && !isKept && use !== 'optional token',
    minLength: MIN_SECRET_CHARACTERS,
    maxLength: MAX_SECRET_CHARACTERS,
  };
  if (use === 'signs')
    return (
      <SecretField
        label={isKept ? webhookMessages.newSecret : webhookMessages.secret}
        hint={isKept ? webhookMessages.newSecretHint : webhookMessages.secretHint}
        problem={problems.secret === undefined ? null : webhookMessages.secretProblems[problems.secret]}
        withoutScript={webhookMessages.noGenerate}
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
      problem={problems.secret === undefined ? null : webhookMessages.secretProblems[problems.secret]}
      className={styles.code}
      {...shared}
    />
  );
}
