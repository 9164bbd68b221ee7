/** The shapes of secret requests in responses. */
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

export function presentRequest(request: SecretRequest): SecretRequestJson {
  return {
    requestId: request.requestId,
    publicKey: request.publicKey,
    label: request.label,
    sealed: request.sealed,
    createdAt: isoTime(request.createdAt),
    expiresAt: isoTime(request.expiresAt),
    maxAnswers: request.maxAnswers,
    answersLeft: request.maxAnswers - request.answerCount,
    burnAfterRead: request.burnAfterRead,
  };
}

export function presentCode({ requestId, publicKey, expiresAt }: SecretRequest): CodeRequestJson {
  return { requestId, publicKey, expiresAt: isoTime(expiresAt) };
}

export function presentOwnRequest(request: SecretRequest, baseUrl: string): OwnSecretRequestJson {
  return {
    ...presentRequest(request),
    url: urlOf(request.requestId, baseUrl),
    state: request.state,
    waitingAnswers: request.waiting,
    keptUntil: isoTime(request.keepUntil),
  };
}

export function presentAnswer({ publicId, state, createdAt, expiresAt }: AnswerRow): AnswerJson {
  return { publicId, state, createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) };
}

export function presentCreatedAnswer({ createdAt, expiresAt, answersLeft, receiptToken }: CreatedAnswer): CreatedAnswerJson {
  return { createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt), answersLeft, receiptToken };
}

export function presentAnswerReceipt({ state, createdAt, at }: AnswerReceipt): AnswerReceiptJson {
  return { state, createdAt: isoTime(createdAt), at: isoTime(at) };
}
