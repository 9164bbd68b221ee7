import { pageClient, problemIn } from '#components/client/page.client';
import { requestMessages } from '#components/messages/request';
import { problemSentence } from '#components/ui/problem-sentence';
import { ApiError } from '#lib/client/api-problem';
import * as endpoints from '#lib/client/operations.generated';
import { serverNow } from '#lib/client/server-clock';
import { deriveInboxToken } from '#lib/envelope/envelope-token';
import { type Asked, type Inbox, openInbox, requestSecrets, sealRequest } from '#lib/envelope/request-vault';
import type { AnswerListJson } from '#lib/requests/request.schema';
import { type KeptSecretRequest, keepSecretRequest } from './kept/kept-secret-requests';

/** The answers; `inbox` is the open vault and `link` the request link, null without the inbox link. */
export type FetchedInbox = AnswerListJson & { inbox: Inbox | null; link: string | null };

/** The header of the right that an inbox link gives. @param inboxKey null or damaged: whoever is signed in */
async function rightOf(inboxKey: string | null) {
  return { 'X-Service-Manage-Token': inboxKey && (await deriveInboxToken(inboxKey).catch(() => null)) };
}

/**
 * @returns `gone` when the server knows it no more, `refused` when it isn't theirs
 * @throws ApiError
 */
export async function fetchInbox(requestId: string, inboxKey: string | null): Promise<FetchedInbox | 'gone' | 'refused'> {
  const input = { params: { requestId }, headers: await rightOf(inboxKey) };
  const found = await pageClient.call(endpoints.listAnswers, input).catch((error: unknown) => {
    const { status } = problemIn(error);
    if (status === 404) return 'gone' as const;
    if (status === 401 || status === 403) return 'refused' as const;
    throw error;
  });
  if (typeof found === 'string') return found;
  const inbox = inboxKey && found.vault ? await openInbox(found.vault, inboxKey).catch(() => null) : null;
  return { ...found, inbox, link: inbox && `${found.request.url}#${await requestSecrets(inbox)}` };
}

/** @returns whether it has ended, or isn't there */
export async function endSecretRequest(requestId: string, inboxKey: string | null, answers: 'keep' | 'delete'): Promise<boolean> {
  const input = { params: { requestId }, query: { answers }, headers: await rightOf(inboxKey) };
  return pageClient.call(endpoints.endRequest, input).then(
    () => true,
    (error: unknown) => problemIn(error).status === 404,
  );
}

/** Says why no request was made. @param error an ApiError; any other is the browser's, which can't make the key */
export function describeAskProblem(error: unknown): string {
  const { problems } = requestMessages;
  if (!(error instanceof ApiError)) return problems.browser;
  const { code, status } = error.problem;
  if (code === 'offline') return problems.offline;
  return status === 401 ? problems['key-needed'] : problemSentence(error.problem);
}

/**
 * Makes a secret request, and keeps its inbox link in this browser. The server gets the private key only encrypted.
 * @throws ApiError, or what else keeps the browser from making the key
 */
export async function createSecretRequest({ ttlSeconds, maxAnswers, ...asked }: Asked & { ttlSeconds: number; maxAnswers: number }) {
  const { body, inbox, inboxKey } = await sealRequest(asked);
  const { requestId, url, expiresAt } = await pageClient.call(endpoints.createRequest, { body: { ...body, ttlSeconds, maxAnswers } });
  const link = `${url}#${await requestSecrets(inbox)}`;
  const createdAt = new Date(serverNow()).toISOString();
  const made: KeptSecretRequest = { requestId, inboxKey, link, label: asked.label, createdAt, expiresAt };
  keepSecretRequest(made);
  return made;
}
