import { problemIn } from '#components/client/page.client';
import { EditorError, type Problem } from '#components/paste/editor/model/editor-problem';
import { sendProblem, type Upload, uploadClient } from '#components/paste/editor/model/paste.client';
import type { ApiProblem } from '#lib/client/api-problem';
import { createAnswer } from '#lib/client/operations.generated';
import type { CreatedAnswerJson } from '#lib/requests/request.schema';

/**
 * @param body JSON
 * @param idempotencyKey repeating it with the same body stores one answer
 * @throws EditorError
 */
export async function sendAnswer(requestId: string, body: Blob, idempotencyKey: string, upload: Upload): Promise<CreatedAnswerJson> {
  const input = { params: { requestId }, headers: { 'Idempotency-Key': idempotencyKey }, body };
  return uploadClient.call(createAnswer, input, upload).catch((error: unknown) => {
    throw new EditorError(answerProblem(problemIn(error)));
  });
}

function answerProblem(problem: ApiProblem): Problem {
  const { code, status } = problem;
  if (status === 404) return { code: 'request-gone' };
  if (status === 507 || code === 'no_room') return { code: 'no-room' };
  return status === 409 ? { code: 'request-full' } : sendProblem(problem, false);
}
