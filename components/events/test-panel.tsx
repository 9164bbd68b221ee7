'use client';

import { useState } from 'react';
import accountStyles from '#components/account/account.module.css';
import { Said } from '#components/account/change-form';
import { pageClient } from '#components/client/page.client';
import { useChange } from '#components/client/use-change';
import { webhookTestMessages as messages } from '#components/messages/webhook-test';
import { SubmitButton } from '#components/ui/button';
import { testWebhook } from '#lib/client/operations.generated';
import type { TestDeliveryJson } from '#lib/webhooks/webhook.schema';
import styles from './webhooks.module.css';

export function TestPanel({ webhookId }: { webhookId: number }) {
  const { isPending, outcome, run } = useChange();
  const [result, setResult] = useState<TestDeliveryJson | null>(null);

  async function send(): Promise<void> {
    setResult(null);
    setResult(await pageClient.call(testWebhook, { params: { id: String(webhookId) } }));
  }

  return (
    <section id="test" className={accountStyles.section} aria-labelledby="test-title">
      <h2 id="test-title">{messages.title}</h2>
      <p className={accountStyles.muted}>{messages.text}</p>
      <div>
        {/* Not `disabled` during the test, because the button would lose the focus. */}
        <SubmitButton onClick={() => void run(send)} aria-disabled={isPending}>
          {isPending ? messages.sending : messages.send}
        </SubmitButton>
      </div>
      <div role="status" className={styles.result}>
        {result === null ? null : <p className={result.delivered ? 'box success' : 'box danger'}>{sentence(result)}</p>}
      </div>
      <Said outcome={outcome} />
      {result === null || result.responseStatus === null ? null : <Body text={result.responseBody ?? ''} />}
    </section>
  );
}

function Body({ text }: { text: string }) {
  if (text === '') return <p className={accountStyles.muted}>{messages.emptyResponse}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={styles.response} tabIndex={0}>
      {text}
    </pre>
  );
}

function sentence({ delivered, responseStatus, error, durationMs }: TestDeliveryJson): string {
  const duration = durationMs < 1_000 ? messages.milliseconds(Math.round(durationMs)) : messages.seconds((durationMs / 1_000).toFixed(1));
  if (responseStatus === null) return messages.failed({ why: error ?? '', duration });
  return delivered ? messages.delivered({ status: responseStatus, duration }) : messages.refused({ status: responseStatus, duration });
}
