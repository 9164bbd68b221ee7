import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ApiProblem } from '#lib/client/api-problem';
import { addressOf } from '#lib/site/address.rules';
import { problemIn } from './page.client';

/** The result of a change. `done`: the sentence about it; '' where the page itself shows it. */
export type Outcome = { done: string; problem: null } | { done: null; problem: ApiProblem };

/** Goes to another page instead of saying what became of a change. @param path of this service */
export function leaveFor(path: `/${string}`): Promise<never> {
  window.location.assign(addressOf(path));
  return new Promise(() => undefined);
}

/** Makes a change by the client of the endpoints, after which the page loads its data on the server again. */
export function useChange() {
  const router = useRouter();
  const [outcome, setOutcome] = useState<Outcome | 'pending' | null>(null);
  const isPending = outcome === 'pending';

  /** @param change calls the endpoint, and may return a sentence about it @throws ApiError */
  async function run(change: () => Promise<unknown>): Promise<void> {
    if (isPending) return;
    setOutcome('pending');
    try {
      const said = await change();
      setOutcome({ done: typeof said === 'string' ? said : '', problem: null });
      router.refresh();
    } catch (error) {
      setOutcome(null);
      setOutcome({ done: null, problem: problemIn(error) });
    }
  }

  return { isPending, outcome: isPending ? null : outcome, run };
}
