/**
 * Codes on both sides: makes a request with one, and finds the request that has one.
 *
 * Guarantee: a request that was found has the key whose code was typed. Not protected: a page that the server has changed.
 */
import { pageClient, problemIn } from '#components/client/page.client';
import { startWorker } from '#components/client/start-worker';
import { callOnce } from '#components/client/worker-calls';
import { EditorError } from '#components/paste/editor/model/editor-problem';
import { sendProblem } from '#components/paste/editor/model/paste.client';
import { ApiError } from '#lib/client/api-problem';
import { createRequest, readCode } from '#lib/client/operations.generated';
import type { PublicJwk } from '#lib/envelope/answer-keys';
import { parseCode } from '#lib/envelope/request-code';
import { sealRequest } from '#lib/envelope/request-vault';
import { MAX_CODE_KEYS, MAX_CODE_SECONDS } from '#lib/requests/request.rules';
import type { CodeRequestJson } from '#lib/requests/request.schema';

/** A phone of ten years ago takes ten seconds. */
const COMPUTE_LIMIT_MS = 60_000;

/** @throws EditorError */
async function computeCode(publicKey: PublicJwk): Promise<string> {
  const answer = await callOnce<string>(() => startWorker('code'), publicKey, COMPUTE_LIMIT_MS, new AbortController().signal);
  if (answer.kind === 'problem') throw new EditorError({ code: 'not-loaded' });
  return answer.output;
}

/** A request with a code, as its tab keeps it. */
export interface CodeRequest {
  requestId: string;
  inboxKey: string;
  code: string;
  /** ISO 8601 */
  expiresAt: string;
}

/** @param keys how many may be tried @throws ApiError, or what else keeps the browser from making the key and its code */
export async function askByCode(keys = MAX_CODE_KEYS): Promise<CodeRequest> {
  const { body, inboxKey } = await sealRequest({ label: '', fields: [] });
  const code = await computeCode(body.publicKey);
  try {
    const asked = { ...body, code, ttlSeconds: MAX_CODE_SECONDS, maxAnswers: 1 };
    const { requestId, expiresAt } = await pageClient.call(createRequest, { body: asked });
    return { requestId, inboxKey, code, expiresAt };
  } catch (error) {
    // Another key has another code.
    if (keys > 1 && error instanceof ApiError && error.problem.code === 'code_taken') return askByCode(keys - 1);
    throw error;
  }
}

export type FoundByCode = Pick<CodeRequestJson, 'requestId' | 'publicKey'>;

/** @param typed in any spelling @param onCheck called before the code is computed @throws EditorError and nothing has been sent */
export async function findByCode(typed: string, onCheck: () => void): Promise<FoundByCode> {
  const code = parseCode(typed);
  if (code === null) throw new EditorError({ code: 'code-wrong' });
  const found = await pageClient.call(readCode, { params: { code } }).catch((error: unknown) => {
    const problem = problemIn(error);
    throw new EditorError(problem.status === 404 ? { code: 'code-unknown' } : sendProblem(problem, false));
  });
  onCheck();
  if ((await computeCode(found.publicKey)) !== code) throw new EditorError({ code: 'code-swapped' });
  return found;
}
