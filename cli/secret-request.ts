/**
 * Secret requests of this machine: makes one, waits for its answers, decrypts them.
 *
 * Guarantees: the private key leaves this machine only encrypted under the key of the inbox link, which is on this machine's
 * disk before anybody sees a link. An answer stays claimable for this machine until the caller acknowledges it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ResultOf } from '../lib/client/operation';
import { createRequest, listAnswers } from '../lib/client/operations.generated';
import { serverNow } from '../lib/client/server-clock';
import type { PrivateJwk } from '../lib/envelope/answer-keys';
import { openAnswer } from '../lib/envelope/answer-open';
import { EnvelopeError } from '../lib/envelope/envelope.errors';
import { deriveInboxToken } from '../lib/envelope/envelope-token';
import { codeOf } from '../lib/envelope/request-code';
import { openInbox, requestSecrets, sealRequest } from '../lib/envelope/request-vault';
import type { PublicId } from '../lib/pastes/paste.rules';
import { MAX_CODE_KEYS } from '../lib/requests/request.rules';
import { clientOf, isRefusal, throwForRequest } from './api';
import type { Context } from './context';
import { CliError, EXIT } from './exit';
import { forgetRequest, type KeptRequest, keepRequest } from './kept-request';
import { claimAndFetch, type Opened } from './open-link';
import { piecesOf } from './output';
import { requireBaseUrl } from './settings';
import type { RequestTarget } from './target';

/** Time between two polls for an answer: a person waits at both ends. The service allows 30 polls a minute. */
const POLL_MS = 4_000;

/** A request of this machine at a service that the program may contact. */
export type OwnRequest = KeptRequest & RequestTarget;

interface NewRequest {
  label: string;
  ttlSeconds: number;
  maxAnswers: number;
  /** Whether a code that can be typed finds the request. */
  hasCode?: boolean;
}

/**
 * Makes a request, and keeps its inbox link.
 * @param keys how many may be tried for a code
 * @returns `code`: empty when it has none; `url`: the link to give away
 * @throws CliError
 */
export async function makeRequest(context: Context, wanted: NewRequest, keys = MAX_CODE_KEYS) {
  const { env, settings } = context;
  const { label, ttlSeconds, maxAnswers, hasCode = false } = wanted;
  const baseUrl = requireBaseUrl(settings);
  const { body, inbox, inboxKey } = await sealRequest({ label, fields: [] });
  const headers = { 'X-Api-Key': settings.apiKeyFor(baseUrl) };
  const code = hasCode ? await codeOf(body.publicKey) : '';
  const fields = { ...body, ttlSeconds, maxAnswers, ...(hasCode && { code }) };
  const created = await clientOf(baseUrl)
    .call(createRequest, { headers, body: fields })
    .catch((error: unknown) => {
      if (keys > 1 && isRefusal(error, 'code_taken')) return null;
      throw error;
    });
  // Another key has another code.
  if (created === null) return makeRequest(context, wanted, keys - 1);
  const { requestId } = created;
  const now = serverNow();
  const kept: OwnRequest = { baseUrl, requestId, inboxKey, createdAt: now, forgetAt: now + 2 * ttlSeconds * 1000, read: [] };
  keepRequest(kept, env);
  return {
    kept,
    created,
    code,
    url: `${baseUrl}/request/${requestId}#${await requestSecrets(inbox)}`,
    inboxUrl: `${baseUrl}/inbox/${requestId}#${inboxKey}`,
  };
}

type Answers = ResultOf<typeof listAnswers>;

/**
 * Waits until an answer is there. It isn't claimed, so its time doesn't run.
 * @param onWait called once, before the first wait; null: it doesn't wait
 * @throws CliError gone when none can come any more; later when none is there and it may not wait
 */
export async function awaitAnswer({ env, settings }: Context, kept: OwnRequest, onWait: (() => void) | null): Promise<Answers> {
  for (let isFirst = true; ; isFirst = false) {
    const found = await list(kept, settings).catch((error: unknown) => {
      if (onWait && error instanceof CliError && error.code === EXIT.later) return error;
      return throwForRequest(error);
    });
    if (!(found instanceof CliError)) {
      if (unreadOf(found, kept).length > 0) return found;
      if (found.request.state !== 'open') {
        forgetRequest(kept, env);
        throw new CliError(EXIT.gone, 'The request takes no more answers, and none is left to read');
      }
      if (!onWait) throw new CliError(EXIT.later, 'No answer has come yet. With --wait this waits for one');
      if (isFirst) onWait();
    }
    await sleep(Math.max(found instanceof CliError ? found.retryAfterMs : 0, POLL_MS));
  }
}

/** Claims and decrypts the oldest of the answers that wasn't read yet. @returns null when all are gone meanwhile @throws CliError */
export async function openOldest(context: Context, kept: OwnRequest, found: Answers): Promise<Opened | null> {
  const { privateKey } = await openInbox(found.vault ?? '', kept.inboxKey).catch(() => {
    throw new CliError(EXIT.wrongKey, 'The server has no key of this request that the inbox link opens');
  });
  for (const publicId of unreadOf(found, kept).toReversed()) {
    const opened = await openOne(context, kept, publicId, privateKey);
    if (opened === null) continue;
    const isLast = () => found.request.state !== 'open' && unreadOf(found, kept).length === 0;
    return {
      ...opened,
      async acknowledge() {
        await opened.acknowledge();
        if (isLast()) forgetRequest(kept, context.env);
      },
    };
  }
  return null;
}

async function list({ baseUrl, requestId, inboxKey }: OwnRequest, { apiKeyFor }: Context['settings']) {
  const headers = { 'X-Api-Key': apiKeyFor(baseUrl), 'X-Service-Manage-Token': await deriveInboxToken(inboxKey) };
  return clientOf(baseUrl).call(listAnswers, { params: { requestId }, headers });
}

/** @returns the newest first */
const unreadOf = ({ answers }: Answers, { read }: KeptRequest): PublicId[] =>
  answers.flatMap(({ publicId }) => (publicId === null || read.includes(publicId) ? [] : [publicId]));

/**
 * @returns null when there is nothing to read: somebody else read it, or it expired
 * @throws CliError wrongKey for an answer that this request's key doesn't decrypt
 */
async function openOne(context: Context, request: OwnRequest, publicId: PublicId, privateKey: PrivateJwk): Promise<Opened | null> {
  const target = { baseUrl: request.baseUrl, publicId, key: null };
  const client = clientOf(target.baseUrl, context.settings.apiKeyFor(target.baseUrl));
  const isRead = () => {
    request.read.push(publicId);
    keepRequest(request, context.env);
  };
  const fetched = await claimAndFetch({ target, context, client, password: null }, 'answer').catch((error: unknown) => {
    if (error instanceof CliError && error.code === EXIT.gone) return isRead();
    throw error;
  });
  if (!fetched) return null;
  const { title, response, forget, acknowledge } = fetched;
  const text = await openAnswer(response.content.toString('latin1'), privateKey).catch((error: unknown) => {
    // Marked as read, so that it doesn't keep others from being read.
    forget();
    isRead();
    if (!(error instanceof EnvelopeError)) throw error;
    if (error.code !== 'wrong-key') throw new CliError(EXIT.other, 'An answer is damaged, or another program made it');
    throw new CliError(EXIT.wrongKey, "An answer doesn't open with the key of this request. The next try reads the next answer");
  });
  return {
    target,
    pieces: piecesOf(text),
    isBurn: title !== null,
    async acknowledge() {
      await acknowledge();
      forget();
      isRead();
    },
  };
}
