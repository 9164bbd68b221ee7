'use client';

import { useState } from 'react';
import accountStyles from '#components/account/account.module.css';
import { ActionButton } from '#components/account/action-form';
import { SeenOnce } from '#components/account/seen-once';
import { secretMessages as messages } from '#components/messages/webhooks';
import { CopyField } from '#components/ui/copy-field';

/**
 * Shows a secret that was just saved. The next load of the page doesn't show it; without JavaScript, it stays for a few
 * minutes.
 * @param value null when there is none; the first value stays while the page refreshes itself
 */
export function NewSecret({ webhookId, value }: { webhookId: number; value: string | null }) {
  const [shown] = useState(value);
  if (shown === null) return null;
  return (
    <section className={accountStyles.newKey} aria-labelledby="new-secret">
      <h2 id="new-secret">{messages.newTitle}</h2>
      <p>{messages.newText}</p>
      <CopyField isMain label={messages.label} copyLabel={messages.copyLabel} value={shown} />
      <SeenOnce action="hide-secret" />
      <ActionButton action="hide-secret" fields={{ webhookId }}>
        {messages.kept}
      </ActionButton>
    </section>
  );
}
