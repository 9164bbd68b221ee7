'use client';

import { type FormEvent, useState } from 'react';
import accountStyles from '#components/account/account.module.css';
import { ActionForm, formAddress } from '#components/account/action-form';
import { webhookTestMessages as messages } from '#components/messages/webhook-test';
import { Button } from '#components/ui/button';
import styles from './webhooks.module.css';
import type { TestResult } from './webhooks-data';

/** @param first the result of a test sent without JavaScript, after which this page loaded */
export function TestPanel({ webhookId, first }: { webhookId: number; first: TestResult | null }) {
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState<TestOutcome | null>(first);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    setOutcome(null);
    setIsSending(true);
    setOutcome(await sendTest(webhookId));
    setIsSending(false);
  }

  return (
    <section id="test" className={accountStyles.section} aria-labelledby="test-title">
      <h2 id="test-title">{messages.title}</h2>
      <p className={accountStyles.muted}>{messages.text}</p>
      <ActionForm action="test-webhook" fields={{ webhookId }} onSubmit={(event) => void send(event)}>
        {/* Not `disabled` during the test, because the button would lose the focus. */}
        <Button type="submit" aria-disabled={isSending}>
          {isSending ? messages.sending : messages.send}
        </Button>
      </ActionForm>
      <div role="status" className={styles.result}>
        {outcome === null ? null : typeof outcome === 'string' ? (
          <p className="box danger">{messages[outcome]}</p>
        ) : (
          <p className={outcome.delivered ? 'box success' : 'box danger'}>{sentence(outcome)}</p>
        )}
      </div>
      {outcome === null || typeof outcome === 'string' || outcome.responseStatus === null ? null : (
        <Body text={outcome.responseBody ?? ''} />
      )}
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

function sentence({ delivered, responseStatus, error, durationMs }: TestResult): string {
  const duration = durationMs < 1_000 ? messages.milliseconds(Math.round(durationMs)) : messages.seconds((durationMs / 1_000).toFixed(1));
  if (responseStatus === null) return messages.failed({ why: error ?? '', duration });
  return delivered ? messages.delivered({ status: responseStatus, duration }) : messages.refused({ status: responseStatus, duration });
}

type TestOutcome = TestResult | 'tooMany' | 'unreachable';

/** Asks the server to send a test now. If the webhook or the session has ended, the page reloads and says so. */
async function sendTest(webhookId: number): Promise<TestOutcome> {
  try {
    const response = await fetch(formAddress('test-webhook'), {
      method: 'POST',
      body: new URLSearchParams({ webhookId: String(webhookId) }),
      headers: { Accept: 'application/json' },
      redirect: 'manual',
    });
    if (response.ok) return (await response.json()) as TestResult;
    if (response.type === 'opaqueredirect') window.location.reload();
    return response.status === 429 ? 'tooMany' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
