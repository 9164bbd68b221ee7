/**
 * The one reading of an answer: claims, fetches, decrypts with this browser's key, and acknowledges when all of it is
 * here. As pastes that burn are read on their own page; the claim is kept in the tab, so that a reload or a broken
 * connection goes on where it stopped.
 */
import { pageClient } from '#components/client/page.client';
import { createBurnSession } from '#components/paste/view/burn/burn.session';
import type { ViewedPaste } from '#components/paste/view/model/view.data';
import { problemOfRequest, type ViewProblem } from '#components/paste/view/model/view.problems';
import { ApiError } from '#lib/client/api.problem';
import { readContent } from '#lib/client/operations.generated';
import { openAnswer } from '#lib/envelope/answer.open';
import type { SealedText } from '#lib/envelope/envelope.document';
import { EnvelopeError } from '#lib/envelope/envelope.errors';

/** The catalogue has a sentence for each. */
type OpenProblem = 'gone' | 'opened-here' | 'wrong-key' | 'rate-limited' | 'server-error' | 'offline' | 'browser';

export type OpenOutcome =
  | { kind: 'opened'; document: SealedText }
  /** `ciphertext`: what was handed out and doesn't open; null: nothing was. */
  | { kind: 'failed'; problem: OpenProblem; ciphertext: string | null };

interface WaitingAnswer {
  publicId: string;
  /** ISO 8601 */
  createdAt: string;
  burnAfterRead: boolean;
}

/** @returns what opens it; it may be called again after a failure, and doesn't fetch again what it has */
export function createOpening(answer: WaitingAnswer, privateKey: CryptoKey): () => Promise<OpenOutcome> {
  const burn = createBurnSession(asPaste(answer));
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

/** Said here as on the page of a paste. */
const PASSED_ON = ['opened-here', 'rate-limited', 'offline', 'server-error', 'browser'] as const;

function openProblem(problem: ViewProblem): OpenProblem {
  return PASSED_ON.find((known) => known === problem) ?? 'gone';
}

/** What the reading of a burn paste has to know: no key of ours is in its link, and nothing is proven before. */
function asPaste({ publicId, createdAt, burnAfterRead }: WaitingAnswer): ViewedPaste {
  return {
    publicId,
    title: '',
    syntax: '',
    isE2ee: true,
    isEnvelope: false,
    isOwn: false,
    burnAfterRead,
    hasPassword: false,
    readsLeft: null,
    readerMayDelete: false,
    viewCount: 0,
    contentBytes: 0,
    createdAt: Date.parse(createdAt),
    expiresAt: null,
    content: null,
    preview: null,
    isOpenToAll: false,
    needsReadToken: false,
    readHeader: null,
    renderedAt: Date.now(),
  };
}
