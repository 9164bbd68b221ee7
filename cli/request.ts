/**
 * `sealpaste request [--wait]`: makes a link by which others send a secret that only this machine can read.
 *
 * Guarantees: the private key never leaves this machine, and is on its disk before anybody sees the link. An answer is
 * acknowledged only when all of it was written and flushed. If the program ends earlier, for whatever reason, the request
 * stays open, and `--resume` fetches the answers.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createRequest, listAnswers } from '../lib/client/operations.generated';
import { createRequestKeys, thumbprintOf } from '../lib/envelope/answer-keys';
import { openAnswer } from '../lib/envelope/answer-open';
import { EnvelopeError } from '../lib/envelope/envelope.errors';
import type { PublicId } from '../lib/pastes/paste.rules';
import { MAX_ANSWERS, MAX_LABEL_CHARACTERS } from '../lib/requests/request.rules';
import { claimPaste, clientOf, fetchContent, headersOf, isRefusal, throwForRequest } from './api';
import type { Context } from './context';
import { CliError, EXIT, usageError } from './exit';
import { acknowledge, keepClaim } from './kept-claim';
import { findKeptRequest, forgetRequest, type KeptRequest, keepRequest } from './kept-request';
import { piecesOf, print, writePaste } from './output';
import { DEFAULT_TTL_SECONDS, parseTtl } from './paste-options';
import { requireBaseUrl } from './settings';
import { showLink } from './show-link';
import { parseRequestId, type RequestTarget } from './target';
import { timeFor, writeError } from './terminal';

/** Time between two polls for an answer: a person waits at both ends. The service allows 30 polls a minute. */
const POLL_MS = 4_000;

/** @throws CliError */
export async function request(context: Context): Promise<void> {
  const { values, operands, env, settings } = context;
  if (values.resume) {
    const [name] = operands;
    return receiveNext(context, settings.reach(findKeptRequest(name === undefined ? null : parseRequestId(name), env)));
  }
  if (operands.length > 0) throw usageError('A link or an id goes with --resume');
  const kept = await ask(context);
  if (values.wait) await receiveNext(context, kept);
}

async function ask(context: Context): Promise<KeptRequest & RequestTarget> {
  const { values, env, settings, tell } = context;
  const baseUrl = requireBaseUrl(settings);
  const ttlSeconds = values.ttl === undefined ? DEFAULT_TTL_SECONDS : parseTtl(values.ttl);
  if (ttlSeconds === null) throw usageError('A request needs a time like 1d, not "never"');
  const label = values.label ?? '';
  if ([...label].length > MAX_LABEL_CHARACTERS) throw usageError(`--label is too long. The limit is ${MAX_LABEL_CHARACTERS} characters`);
  const maxAnswers = parseMax(values.max ?? '1');

  const { publicKey, privateKey } = await createRequestKeys({ extractable: true });
  const { d = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  const fields = { publicKey, label, ttlSeconds, maxAnswers };
  const headers = headersOf({ apiKey: settings.apiKeyFor(baseUrl) });
  const { requestId, manageToken, expiresAt } = await clientOf(baseUrl).call(createRequest, { headers, body: fields });
  const kept = {
    baseUrl,
    requestId,
    privateKey: { ...publicKey, d },
    ...(manageToken === undefined ? {} : { manageToken }),
    createdAt: Date.now(),
    forgetAt: Date.now() + 2 * ttlSeconds * 1000,
    read: [],
  };
  keepRequest(kept, env);

  const url = `${baseUrl}/request/${requestId}#${await thumbprintOf(publicKey)}`;
  const shown = values.json ? JSON.stringify({ url, requestId, expiresAt, manageToken }) : url;
  // With --wait, standard output is for the answer.
  if (values.wait) writeError(`${shown}\n`);
  else await print(`${shown}\n`);
  await showLink(context, url);
  tell(`Whoever has this link can send you a secret until ${timeFor(process.stderr, expiresAt)}.`);
  if (!values.wait) tell('Fetch it: sealpaste request --resume --wait');
  return kept;
}

function parseMax(text: string): number {
  const max = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (max < 1 || max > MAX_ANSWERS) throw usageError(`--max is a number from 1 to ${MAX_ANSWERS}`);
  return max;
}

/** Prints the oldest answer that wasn't printed yet; with `--wait` waits for one. */
async function receiveNext(context: Context, kept: KeptRequest & RequestTarget): Promise<void> {
  const { values, env, settings, tell } = context;
  const headers = headersOf({ apiKey: settings.apiKeyFor(kept.baseUrl), manageToken: kept.manageToken });
  const list = () => clientOf(kept.baseUrl).call(listAnswers, { params: { requestId: kept.requestId }, headers });
  for (let isFirst = true; ; isFirst = false) {
    const found = await list().catch((error: unknown) => {
      if (values.wait && error instanceof CliError && error.code === EXIT.later) return error;
      return throwForRequest(error);
    });
    if (found instanceof CliError) {
      await sleep(Math.max(found.retryAfterMs, POLL_MS));
      continue;
    }
    const { state } = found.request;
    const unread = () => found.answers.flatMap(({ publicId }) => (publicId === null || kept.read.includes(publicId) ? [] : [publicId]));
    for (const publicId of unread().toReversed()) {
      if (!(await receiveAnswer(context, kept, publicId))) continue;
      if (state !== 'open' && unread().length === 0) forgetRequest(kept, env);
      return;
    }
    if (state !== 'open') {
      forgetRequest(kept, env);
      throw new CliError(EXIT.gone, 'The request takes no more answers, and none is left to read');
    }
    if (!values.wait) throw new CliError(EXIT.later, 'No answer has come yet. With --wait this waits for one');
    if (isFirst) tell('Waiting for an answer. Ctrl+C ends nothing: sealpaste request --resume --wait');
    await sleep(POLL_MS);
  }
}

/**
 * @returns false when there is nothing to read: somebody else read it, or it expired
 * @throws CliError wrongKey for an answer that this request's key doesn't decrypt
 */
async function receiveAnswer(context: Context, request: KeptRequest & RequestTarget, publicId: PublicId): Promise<boolean> {
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
