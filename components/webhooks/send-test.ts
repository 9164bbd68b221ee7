import { ACTIONS } from '#components/account/account.actions';
import type { TestResult } from './webhooks.data';

/** What came of it, or why there is no result. */
export type TestOutcome = TestResult | 'tooMany' | 'unreachable';

/** Asks the server to send a test now. If the webhook or the session has ended, the page reloads and says so. */
export async function sendTest(webhookId: number): Promise<TestOutcome> {
  try {
    const response = await fetch(ACTIONS.testWebhook, {
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
