/**
 * Reads a burn paste once: proves the key where the paste asks for it, claims the paste, and acknowledges the text. Loaded
 * for burn pastes only.
 *
 * Guarantees: a wrong key or password claims nothing where the paste has a read proof. The claim is stored before it is
 * sent, so that the same reader can go on within the lease, or the wait for the sender, after any failure. Key and password
 * never leave the page; a token derived from them does, and decrypts nothing. A wait for the sender sends one request at a
 * time, which the server holds for up to 25 seconds, and at most one each EVERY_MS, so that a tab stays within the limit of
 * claims; it shows no read token again, and begins no second wait by itself.
 */

import { pageClient, problemIn } from '#components/client/page.client';
import { fetchReceipt } from '#components/paste/receipt/receipt.client';
import { randomKey } from '#components/ui/random-key';
import type { ApiProblem } from '#lib/client/api-problem';
import { acknowledgePaste, claimPaste } from '#lib/client/operations.generated';
import { serverNow } from '#lib/client/server-clock';
import { inspectHeader } from '#lib/envelope/envelope';
import { EnvelopeError } from '#lib/envelope/envelope.errors';
import { deriveReadToken } from '#lib/envelope/envelope-token';
import { WAIT_MS } from '#lib/pastes/paste.rules';
import type { ClaimedPasteJson, WaitingClaimJson } from '#lib/pastes/paste.schema';
import type { BurnPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { problemOf, problemOfRequest } from '../model/view-problems';
import type { ViewEvent } from '../model/view-state';
import { findClaim, forgetClaim, keepClaim, rememberOpened, wasOpenedHere } from './burn-claim-storage';

/** Milliseconds between two requests of a wait. */
const EVERY_MS = 5_000;
const CLOCK_TOLERANCE_MS = 60_000;

/** `title`: empty when the title is inside the envelope. */
export type ClaimOutcome =
  | { kind: 'claimed'; claim: string; title: string }
  | Extract<ViewEvent, { kind: 'failed' | 'password' | 'waiting' }>;

export type BurnSession = ReturnType<typeof createBurnSession>;

/** @param tell gets each change while the sender hasn't decided about the claim */
export function createBurnSession(paste: BurnPaste, tell: (event: ViewEvent) => void = () => undefined) {
  const params = { publicId: paste.publicId };
  let claim = findClaim(paste.publicId)?.claim ?? null;
  /** Ends the wait for the sender. */
  const left = new AbortController();

  async function send(token: string | null, claim: string): Promise<ClaimOutcome> {
    try {
      const asked = await pageClient.call(claimPaste, { params, headers: { 'X-Service-Read-Token': token }, body: { claim } });
      const claimed = 'state' in asked ? await wait(claim, asked) : asked;
      if (claimed === null) return { kind: 'waiting', wait: { step: 'over' } };
      rememberOpened(paste.publicId);
      return { kind: 'claimed', claim, title: claimed.title };
    } catch (error) {
      return failed(problemIn(error), token);
    }
  }

  /**
   * Waits until the sender, or a code that is mailed, has decided about a claim.
   * @returns null when the time is over
   * @throws ApiError when the claim gets nothing any more: it was refused, or the paste is gone
   */
  async function wait(claim: string, { by, code = '', expiresAt }: WaitingClaimJson): Promise<ClaimedPasteJson | null> {
    const endsAt = endOf(expiresAt);
    const show = (isStale: boolean) =>
      tell({ kind: 'waiting', wait: { ...(by === 'mail' ? { step: 'mailed', claim } : { step: 'waiting', code }), endsAt, isStale } });
    // A request that came after the end would cause another mail.
    const pollsUntil = endsAt === null || by !== 'mail' ? endsAt : endsAt - EVERY_MS;
    show(false);
    while (!left.signal.aborted && (pollsUntil === null || serverNow() < pollsUntil)) {
      const askedAt = performance.now();
      let pauseMs = EVERY_MS;
      try {
        const headers = { Prefer: 'wait=25' };
        const next = await pageClient.call(claimPaste, { params, headers, body: { claim } }, { signal: left.signal });
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
    return null;
  }

  async function failed(problem: ApiProblem, token: string | null): Promise<ClaimOutcome> {
    const { code, status } = problem;
    if (code === 'too_many_waiting') return { kind: 'waiting', wait: { step: 'full' } };
    if (code === 'too_many_codes') return { kind: 'waiting', wait: { step: 'limited' } };
    if (code === 'refused') {
      forgetClaim(paste.publicId);
      // The server lets this claim never wait again.
      claim = null;
      return { kind: 'waiting', wait: { step: 'refused' } };
    }
    const isTokenRefused = code === 'read_token_required';
    // A proxy may refuse with 403, too. After that and other failures the claim may have reached the server, so this tab keeps it.
    if (isTokenRefused || (status >= 400 && status < 500 && status !== 403 && status !== 429)) forgetClaim(paste.publicId);
    if (isTokenRefused && isWithPassword(paste)) return { kind: 'password', attempt: 'wrong' };
    if (isTokenRefused) return { kind: 'failed', problem: 'key-refused' };
    if (status !== 404) return { kind: 'failed', problem: problemOfRequest(problem) };
    if (wasOpenedHere(paste.publicId)) return { kind: 'failed', problem: 'opened-here' };
    const receipt = token === null ? null : await fetchReceipt(paste.publicId, { 'X-Service-Read-Token': token }).catch(() => null);
    return { kind: 'failed', problem: 'gone', ...(receipt?.state === 'opened' ? { openedAt: receipt.at } : {}) };
  }

  return {
    /** @param key null when the paste isn't encrypted @param password undefined before one was asked for */
    async claim(key: string | null, password?: string): Promise<ClaimOutcome> {
      try {
        const { needsReadToken, readHeader } = paste;
        const token = needsReadToken && readHeader !== null && key !== null ? await deriveReadToken(readHeader, key, password) : null;
        claim ??= randomKey();
        keepClaim({ claim, paste });
        return await send(token, claim);
      } catch (error) {
        if (!(error instanceof EnvelopeError)) return { kind: 'failed', problem: 'browser' };
        if (error.code === 'password-needed') return { kind: 'password', attempt: 'none' };
        return { kind: 'failed', problem: problemOf(error.problem, paste.isEnvelope) };
      }
    },

    /** Stops waiting for the sender. The claim stays in this tab. */
    leave: () => left.abort(),

    /** Acknowledges that the text has arrived, so that the server deletes the paste. */
    finish(): void {
      forgetClaim(paste.publicId);
      // If this request fails, the end of the lease deletes the paste.
      if (claim !== null) void pageClient.call(acknowledgePaste, { params, body: { claim } }, { keepalive: true }).catch(() => undefined);
    },
  };
}

/** Whether the token is derived from a password too. */
function isWithPassword({ readHeader }: BurnPaste): boolean {
  return readHeader !== null && inspectHeader(readHeader).kind === 'password';
}

/** Whether the server has refused the claim. A proxy's responses have no code, and a later request may succeed. */
const isDecided = ({ code, status }: ApiProblem): boolean => code !== null && code !== 'rate_limited' && status >= 400 && status < 500;

/** The end by the server's clock; null when nothing is known of that clock, so that it would be over, or not for longer than any wait. */
function endOf(expiresAt: string): number | null {
  const endsAt = Date.parse(expiresAt);
  const leftMs = endsAt - serverNow();
  return leftMs > 0 && leftMs <= WAIT_MS + CLOCK_TOLERANCE_MS ? endsAt : null;
}
