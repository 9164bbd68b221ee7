/**
 * Reads an answer once: claims, fetches, decrypts with the key of the inbox link, and acknowledges when all of it has arrived.
 * Like a burn paste's page, keeps the claim in the tab, so that a reload or a broken connection can go on.
 */
import { pageClient } from '#components/client/page.client';
import { problemOfRequest, type ViewProblem } from '#components/paste/view/model/view-problems';
import { createBurnSession } from '#components/paste/view/reader/burn-session';
import { ApiError } from '#lib/client/api-problem';
import { readContent } from '#lib/client/operations.generated';
import type { PrivateJwk } from '#lib/envelope/answer-keys';
import { openAnswer } from '#lib/envelope/answer-open';
import { EnvelopeError } from '#lib/envelope/envelope.errors';
import type { SealedText } from '#lib/envelope/envelope-document';

/** The messages have a sentence for each. */
type OpenProblem = 'gone' | 'opened-here' | 'wrong-key' | 'rate-limited' | 'server-error' | 'offline' | 'browser';

export type OpenOutcome =
  | { kind: 'opened'; document: SealedText }
  /** `ciphertext`: a fetched content that can't be decrypted; null: none was fetched. */
  | { kind: 'failed'; problem: OpenProblem; ciphertext: string | null };

interface WaitingAnswer {
  publicId: string;
  burnAfterRead: boolean;
}

/** @returns a function that opens the answer; after a failure it may be called again, and fetches nothing twice */
export function createOpening(answer: WaitingAnswer, privateKey: PrivateJwk): () => Promise<OpenOutcome> {
  // Like a paste without a key in its link and without a read proof.
  const burn = createBurnSession({ publicId: answer.publicId, isEnvelope: false, needsReadToken: false, readHeader: null });
  let ciphertext: string | null = null;

  async function fetchOnce(): Promise<OpenProblem | null> {
    const claimed = answer.burnAfterRead ? await burn.claim(null) : null;
    if (claimed !== null && claimed.kind !== 'claimed') return claimed.kind === 'failed' ? openProblem(claimed.problem) : 'server-error';
    const input = { params: { publicId: answer.publicId }, headers: { 'X-Service-Claim': claimed?.claim } };
    ciphertext = await (await pageClient.open(readContent, input)).text();
    return null;
  }

  return async () => {
    try {
      const problem = ciphertext === null ? await fetchOnce() : null;
      if (problem !== null || ciphertext === null) return { kind: 'failed', problem: problem ?? 'server-error', ciphertext };
      const document = await openAnswer(ciphertext, privateKey);
      if (answer.burnAfterRead) burn.finish();
      return { kind: 'opened', document };
    } catch (error) {
      return { kind: 'failed', problem: caught(error), ciphertext };
    }
  };
}

function caught(error: unknown): OpenProblem {
  if (error instanceof EnvelopeError) return error.code === 'unavailable' ? 'browser' : 'wrong-key';
  return error instanceof ApiError ? openProblem(problemOfRequest(error.problem)) : 'browser';
}

/** Problems that have the same name on the page of a paste. */
const PASSED_ON = ['opened-here', 'rate-limited', 'offline', 'server-error', 'browser'] as const;

function openProblem(problem: ViewProblem): OpenProblem {
  return PASSED_ON.find((known) => known === problem) ?? 'gone';
}
