/**
 * Reads an answer once: claims, fetches, decrypts with the key of the inbox link, and acknowledges when all of it has arrived.
 * Like a burn paste's page, keeps the claim in the tab, so that a reload or a broken connection can go on.
 */
import { pageClient } from '#components/client/page.client';
import { problemOfRequest, ReadError, type ViewProblem } from '#components/paste/view/model/view-problems';
import { createBurnSession } from '#components/paste/view/reader/burn-session';
import { ApiError } from '#lib/client/api-problem';
import { readContent } from '#lib/client/operations.generated';
import type { PrivateJwk } from '#lib/envelope/answer-keys';
import { openAnswer } from '#lib/envelope/answer-open';
import { EnvelopeError } from '#lib/envelope/envelope.errors';
import type { SealedText } from '#lib/envelope/envelope-document';

export type OpenOutcome =
  | { kind: 'opened'; document: SealedText }
  /** `ciphertext`: a fetched content that can't be decrypted; null: none was fetched. */
  | { kind: 'failed'; problem: ViewProblem; ciphertext: string | null };

interface WaitingAnswer {
  publicId: string;
  burnAfterRead: boolean;
}

/** @returns a function that opens the answer; after a failure it may be called again, and fetches nothing twice */
export function createOpening(answer: WaitingAnswer, privateKey: PrivateJwk): () => Promise<OpenOutcome> {
  // Like a paste without a key in its link and without a read proof.
  const burn = createBurnSession({ publicId: answer.publicId, isEnvelope: false, needsReadToken: false, readHeader: null });
  let ciphertext: string | null = null;

  /** @throws ReadError, ApiError */
  async function fetchOnce(): Promise<string> {
    const claimed = answer.burnAfterRead ? await burn.claim(null) : null;
    if (claimed !== null && claimed.kind !== 'claimed') throw new ReadError(claimed.kind === 'failed' ? claimed.problem : 'server-error');
    const input = { params: { publicId: answer.publicId }, headers: { 'X-Service-Claim': claimed?.claim } };
    return (await pageClient.open(readContent, input)).text();
  }

  return async () => {
    try {
      ciphertext ??= await fetchOnce();
      const document = await openAnswer(ciphertext, privateKey);
      if (answer.burnAfterRead) burn.finish();
      return { kind: 'opened', document };
    } catch (error) {
      return { kind: 'failed', problem: caught(error), ciphertext };
    }
  };
}

function caught(error: unknown): ViewProblem {
  if (error instanceof ReadError) return error.problem;
  if (error instanceof EnvelopeError) return error.code === 'unavailable' ? 'browser' : 'wrong-key';
  return error instanceof ApiError ? problemOfRequest(error.problem) : 'browser';
}
