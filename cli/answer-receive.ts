/** Receives one answer to a request of this machine: claims, fetches, decrypts, writes and acknowledges it. */
import { openAnswer } from '../lib/envelope/answer-open';
import { EnvelopeError } from '../lib/envelope/envelope.errors';
import type { PublicId } from '../lib/pastes/paste.rules';
import { claimPaste, fetchContent } from './api';
import type { Context } from './context';
import { CliError, EXIT } from './exit';
import { acknowledge, keepClaim } from './kept-claim';
import { type KeptRequest, keepRequest } from './kept-request';
import type { RequestTarget } from './target';
import { isRefusal } from './transport';
import { piecesOf, writePaste } from './write-paste';

/**
 * @returns false when there is nothing to read: somebody else read it, or it expired
 * @throws CliError wrongKey for an answer that this request's key doesn't decrypt
 */
export async function receiveAnswer(context: Context, request: KeptRequest & RequestTarget, publicId: PublicId): Promise<boolean> {
  const target = { baseUrl: request.baseUrl, publicId, key: null };
  const apiKey = context.settings.apiKeyFor(request.baseUrl);
  const kept = keepClaim(target, context.env);
  const isRead = () => {
    kept.forget();
    request.read.push(publicId);
    keepRequest(request, context.env);
  };
  let content: Buffer;
  let isClaimed = true;
  try {
    await claimPaste(target, kept.claim, { apiKey }).catch((error: unknown) => {
      if (!isRefusal(error, 'nothing_to_claim')) throw error;
      isClaimed = false;
    });
    ({ content } = await fetchContent(target, isClaimed ? { apiKey, claim: kept.claim } : { apiKey }, context.progress));
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== EXIT.gone) throw error;
    isRead();
    return false;
  }
  const text = await open(content.toString('latin1'), request).catch((error: unknown) => {
    // Marked as read, so that it doesn't keep others from being read.
    isRead();
    throw error;
  });
  await writePaste(context, target, piecesOf(text), isClaimed);
  if (isClaimed) await acknowledge(target, kept, 'answer', context.tell);
  isRead();
  return true;
}

async function open(answer: string, { privateKey }: KeptRequest) {
  try {
    return await openAnswer(answer, privateKey);
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    if (error.code !== 'wrong-key') throw new CliError(EXIT.other, 'An answer is damaged, or another program made it');
    throw new CliError(EXIT.wrongKey, "An answer doesn't open with the key of this request. The next try reads the next answer");
  }
}
