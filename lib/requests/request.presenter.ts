/** The shapes of secret requests in responses. */
import { present } from '../encoding/present';
import { isoTime } from '../encoding/time.rules';
import type { AnswerReceipt, AnswerRow, SecretRequest } from './request.repository';
import type {
  AnswerJson,
  AnswerReceiptJson,
  CodeRequestJson,
  CreatedAnswerJson,
  CreatedSecretRequestJson,
  OwnSecretRequestJson,
  SecretRequestJson,
} from './request.schema';
import type { CreatedAnswer, CreatedSecretRequest } from './request.service';

/** The address of its page, without the fragment: the asker's own program adds the thumbprint of its key. */
function urlOf(requestId: string, baseUrl: string): string {
  return `${baseUrl}/request/${requestId}`;
}

export function presentCreatedRequest(
  { requestId, expiresAt, manageToken }: CreatedSecretRequest,
  baseUrl: string,
): CreatedSecretRequestJson {
  const url = urlOf(requestId, baseUrl);
  return { requestId, url, expiresAt: isoTime(expiresAt), ...(manageToken === null ? {} : { manageToken }) };
}

export const presentRequest = (request: SecretRequest): SecretRequestJson => ({
  ...present(request, 'requestId', 'publicKey', 'label', 'sealed', 'createdAt', 'expiresAt', 'maxAnswers', 'burnAfterRead'),
  answersLeft: request.maxAnswers - request.answerCount,
});

export const presentCode = (request: SecretRequest): CodeRequestJson => present(request, 'requestId', 'publicKey', 'expiresAt');

export const presentOwnRequest = (request: SecretRequest, baseUrl: string): OwnSecretRequestJson => ({
  ...presentRequest(request),
  ...present(request, 'state', 'waitingAnswers', 'keptUntil'),
  url: urlOf(request.requestId, baseUrl),
});

export const presentAnswer = (answer: AnswerRow): AnswerJson => present(answer, 'publicId', 'state', 'createdAt', 'expiresAt');

export const presentCreatedAnswer = (answer: CreatedAnswer): CreatedAnswerJson =>
  present(answer, 'createdAt', 'expiresAt', 'answersLeft', 'receiptToken');

export const presentAnswerReceipt = (receipt: AnswerReceipt): AnswerReceiptJson => present(receipt, 'state', 'createdAt', 'at');
