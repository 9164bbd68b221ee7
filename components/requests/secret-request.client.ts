import { pageClient, problemIn } from '#components/client/page.client';
import type { ApiProblem } from '#lib/client/api-problem';
import * as endpoints from '#lib/client/operations.generated';
import { serverNow } from '#lib/client/server-clock';
import { createRequestKeys, thumbprintOf } from '#lib/envelope/answer-keys';
import type { AnswerListJson, CreatedSecretRequestJson, SecretRequestFields } from '#lib/requests/request.schema';
import { forgetSecretRequest, type KeptSecretRequest, keepSecretRequest, type NamedSecretRequest } from './keys/secret-request-keys';

/** Why no request was made. */
export type AskProblem =
  | { code: 'offline' | 'unreachable' | 'serverError' | 'key-needed' | 'store' | 'browser' }
  | { code: 'too-many'; waitSeconds: number }
  | { code: 'refused'; message: string };

export class AskError extends Error {
  override readonly name = 'AskError';
  constructor(readonly problem: AskProblem) {
    super(problem.code);
  }
}

type NewSecretRequest = Pick<SecretRequestFields, 'publicKey' | 'label' | 'ttlSeconds' | 'maxAnswers'>;

/** @throws AskError */
export async function postSecretRequest(body: NewSecretRequest): Promise<CreatedSecretRequestJson> {
  return pageClient.call(endpoints.createRequest, { body }).catch((error: unknown) => {
    throw new AskError(askProblem(problemIn(error)));
  });
}

/**
 * @param manageToken null: whoever is signed in
 * @returns `gone` when the server knows it no more, `refused` when it isn't theirs
 * @throws ApiError
 */
export async function fetchInbox(requestId: string, manageToken: string | null): Promise<AnswerListJson | 'gone' | 'refused'> {
  const input = { params: { requestId }, headers: { 'X-Service-Manage-Token': manageToken } };
  return pageClient.call(endpoints.listAnswers, input).catch((error: unknown) => {
    const { status } = problemIn(error);
    if (status === 404) return 'gone';
    if (status === 401 || status === 403) return 'refused';
    throw error;
  });
}

/** @returns whether it has ended, or isn't there */
export async function endSecretRequest(requestId: string, manageToken: string | null, answers: 'keep' | 'delete'): Promise<boolean> {
  const input = { params: { requestId }, query: { answers }, headers: { 'X-Service-Manage-Token': manageToken } };
  return pageClient.call(endpoints.endRequest, input).then(
    () => true,
    (error: unknown) => problemIn(error).status === 404,
  );
}

function askProblem({ code, status, waitSeconds, detail }: ApiProblem): AskProblem {
  if (code === 'offline' || code === 'unreachable') return { code };
  if (status === 429) return { code: 'too-many', waitSeconds };
  if (status === 401) return { code: 'key-needed' };
  return status >= 400 && status < 500 ? { code: 'refused', message: detail } : { code: 'serverError' };
}

interface Wish extends Omit<NewSecretRequest, 'publicKey'> {
  /** Whether a private link can take the key to another device. */
  isForDevice: boolean;
}

/**
 * Makes a key pair and a secret request for it. Stores the private key before the server gets the public one, so that there
 * is never a link whose answers nobody can read.
 * @throws AskError
 */
export async function createSecretRequest({ label, ttlSeconds, maxAnswers, isForDevice }: Wish): Promise<NamedSecretRequest> {
  const { publicKey, privateKey } = await createRequestKeys({ extractable: isForDevice }).catch(() => {
    throw new AskError({ code: 'browser' });
  });
  const thumbprint = await thumbprintOf(publicKey);
  const now = serverNow();
  const unnamed: KeptSecretRequest = {
    thumbprint,
    privateKey,
    requestId: null,
    manageToken: null,
    url: '',
    label,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + ttlSeconds * 1000).toISOString(),
  };
  await keep(unnamed);
  const made = await postSecretRequest({ publicKey, label, ttlSeconds, maxAnswers }).catch(async (error: unknown) => {
    await forgetSecretRequest(thumbprint).catch(() => undefined);
    throw error;
  });
  const { requestId, url, expiresAt, manageToken = null } = made;
  const named = { ...unnamed, requestId, url, expiresAt, manageToken };
  await keep(named).catch(async (error: unknown) => {
    await endSecretRequest(requestId, manageToken, 'delete');
    throw error;
  });
  // Asks the browser not to evict the key when it needs room. Firefox asks its user.
  void navigator.storage?.persist?.().catch(() => false);
  return named;
}

async function keep(request: KeptSecretRequest): Promise<void> {
  await keepSecretRequest(request).catch(() => {
    throw new AskError({ code: 'store' });
  });
}
