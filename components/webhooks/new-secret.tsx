'use client';

import { useEffect, useState } from 'react';
import { ACTIONS } from '#components/account/account.actions';
import accountStyles from '#components/account/account.module.css';
import { secretMessages as messages } from '#components/messages/webhooks';
import { Button } from '#components/ui/button';
import { CopyField } from '#components/ui/copy-field';

/**
 * A secret that was just saved, this once: the next time the page is loaded it is not here. Without JavaScript it is
 * for a few minutes.
 * @param value null when there is none; what was shown first stays while the page refreshes itself
 */
export function NewSecret({ webhookId, value }: { webhookId: number; value: string | null }) {
  const [shown] = useState(value);
  useEffect(() => {
    if (shown === null) return;
    // If the request fails, the cookie expires by itself.
    void fetch(ACTIONS.hideSecret, { method: 'POST', body: new URLSearchParams(), headers: { Accept: 'application/json' } }).catch(
      () => undefined,
    );
  }, [shown]);
  if (shown === null) return null;
  return (
    <section className={accountStyles.newKey} aria-labelledby="new-secret">
      <h2 id="new-secret">{messages.newTitle}</h2>
      <p>{messages.newText}</p>
      <CopyField isMain label={messages.label} copyLabel={messages.copyLabel} value={shown} />
      <form method="post" action={ACTIONS.hideSecret}>
        <input type="hidden" name="webhookId" value={webhookId} />
        <Button type="submit">{messages.kept}</Button>
      </form>
    </section>
  );
}
