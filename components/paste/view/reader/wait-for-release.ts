/**
 * Waits until the sender of a burn paste, or a code that is mailed, has decided about a claim. Loaded only for claims that wait.
 *
 * Guarantees: sends one request at a time, which the server holds for up to 25 seconds, and at most one each EVERY_MS, so that
 * a tab stays within the limit of claims. Shows no read token again, and begins no second wait by itself.
 */
import { pageClient, problemIn } from '#components/client/page.client';
import type { ApiProblem } from '#lib/client/api-problem';
import { claimPaste } from '#lib/client/operations.generated';
import { serverNow } from '#lib/client/server-clock';
import { WAIT_MS } from '#lib/pastes/paste.rules';
import type { ClaimedPasteJson, WaitingClaimJson } from '#lib/pastes/paste.schema';
import type { ReleaseWait } from '../model/view-state';

const EVERY_MS = 5_000;

/**
 * @param asked the server's response to the claim
 * @param signal ends the wait
 * @param tell gets what to show meanwhile
 * @returns the claimed paste once the reader is released, or why the wait ended
 * @throws ApiError when the claim gets nothing any more: it was refused, or the paste is gone
 */
export async function waitForRelease(
  claiming: { params: { publicId: string }; body: { claim: string } },
  { by, code = '', expiresAt }: WaitingClaimJson,
  signal: AbortSignal,
  tell: (wait: ReleaseWait) => void,
): Promise<ClaimedPasteJson | ReleaseWait> {
  const endsAt = endOf(expiresAt);
  const { claim } = claiming.body;
  const show = (isStale: boolean) =>
    tell(by === 'mail' ? { step: 'mailed', claim, endsAt, isStale } : { step: 'waiting', code, endsAt, isStale });
  // A request that came after the end would cause another mail.
  const pollsUntil = endsAt === null || by !== 'mail' ? endsAt : endsAt - EVERY_MS;
  show(false);
  while (!signal.aborted && (pollsUntil === null || serverNow() < pollsUntil)) {
    const askedAt = performance.now();
    let pauseMs = EVERY_MS;
    try {
      const next = await pageClient.call(claimPaste, { ...claiming, headers: { Prefer: 'wait=25' } }, { signal });
      if (!('state' in next)) return next;
      // Another end is that of another wait, which this request has begun.
      if (next.expiresAt !== expiresAt) break;
      show(false);
    } catch (error) {
      const problem = problemIn(error);
      // Whoever still waits needs no token.
      if (problem.code === 'read_token_required' || problem.code === 'not_waiting') break;
      if (isDecided(problem)) throw error;
      show(true);
      if (problem.status === 429) pauseMs = problem.waitSeconds * 1000;
    }
    const restMs = askedAt + pauseMs - performance.now();
    await new Promise((resolve) => setTimeout(resolve, restMs));
  }
  return { step: 'over' };
}

/** Whether the server has refused the claim. A proxy's responses have no code, and a later request may succeed. */
const isDecided = ({ code, status }: ApiProblem): boolean => code !== null && code !== 'rate_limited' && status >= 400 && status < 500;

/** The end by the server's clock; null when nothing is known of that clock, so that it would be over, or not for longer than any wait. */
function endOf(expiresAt: string): number | null {
  const endsAt = Date.parse(expiresAt);
  const leftMs = endsAt - serverNow();
  return leftMs > 0 && leftMs <= WAIT_MS + CLOCK_TOLERANCE_MS ? endsAt : null;
}

const CLOCK_TOLERANCE_MS = 60_000;
