import { declareErrors, type ErrorDetail, errorClass, PayloadTooLargeError, PublicError, ValidationError } from '../http/errors';
import { MAX_CONTENT_BYTES } from './paste.rules';

export const PASTE_ERRORS = declareErrors({
  ttl_too_long: [400, 'The service does not keep a paste for so long.'],
  key_required: [401, 'On this service only holders of a key create pastes.'],
  read_token_required: [
    403,
    'Reading the paste needs the token that its key, and its password, yield. `protectedHeader` says how to derive the token.',
    'Read Token Required',
  ],
  approval_required: [
    403,
    'The sender, or a code that is mailed, must release each reader of the paste: claim it, and wait. The paste is unchanged.',
    'Approval Required',
  ],
  refused: [
    403,
    'This claim gets nothing any more: the sender refused it, five wrong codes were typed, or the code cannot be mailed. The paste is unchanged.',
    'Refused',
  ],
  wrong_code: [403, 'The code is not the one in the mail. `triesLeft` says how often it can be typed again.', 'Wrong Code'],
  too_many_codes: [
    429,
    'The recipient, or pastes of the sender, had as many mails as they may. `Retry-After` says when the next is sent. The paste is unchanged.',
  ],
  recipient_unavailable: [422, 'The service sends no mail, so that no paste can have a recipient. Nothing was created.'],
  recipient_needs_account: [401, 'Only a paste of an account can have a recipient: send a key. Nothing was created.'],
  not_waiting: [404, 'Nobody waits for the paste with this code, or no longer.'],
  already_released: [
    409,
    'A reader of the paste is released and still has time to claim it. Until then nobody else is released, and nobody takes that back.',
  ],
  too_many_waiting: [429, 'Five readers wait for the paste already. `Retry-After` says when the first of them must ask again.'],
  nothing_to_claim: [409, 'The paste can be read more than once. Read it without a claim.'],
  create_cancelled: [409, 'The create with this `Idempotency-Key` was cancelled.'],
  condition_refused: [412, 'A burn paste cannot be read under a condition. The paste is unchanged.', 'Precondition Failed'],
  content_too_large: [413, 'The content is larger than 10 MiB.'],
  range_refused: [416, 'A burn paste cannot be read in parts. The paste is unchanged.', 'Range Not Satisfiable'],
  idempotency_key_reused: [422, 'The same `Idempotency-Key` was sent with another body in the last 24 hours. Nothing was created.'],
  network: [403, 'The service lets nobody create from the network of the request.'],
  rule: [422, 'The paste breaks a rule of the service or of the key. `details` names every broken rule. Nothing was created.'],
  prefetch_refused: [403, 'A burn paste is not read by a prefetch. The paste is unchanged.'],
});

export function contentTooLarge(): PayloadTooLargeError {
  const message = `expected at most ${MAX_CONTENT_BYTES} bytes of UTF-8 (10 MiB)`;
  return new PayloadTooLargeError({ path: ['content'], message }, PASTE_ERRORS.content_too_large);
}

/** @param maxTtlSeconds null: only the last expiry that the API can write is exceeded */
export function ttlTooLong(maxTtlSeconds: number | null): ValidationError {
  const message =
    maxTtlSeconds === null
      ? 'expected an expiry before the year 10000'
      : `this service keeps a paste for at most ${maxTtlSeconds} seconds from now`;
  return new ValidationError([{ path: ['ttlSeconds'], message }], {}, PASTE_ERRORS.ttl_too_long);
}

/** The operator lets nobody create from this client's network. */
export const NetworkError = errorClass(PASTE_ERRORS.network, () => ({
  details: [{ path: [], message: 'this service takes pastes from other networks than yours' }],
  bodyUnread: true,
}));

/** A rule that a paste breaks: one of HOUSE_RULES or `max-ttl`, and what was expected. */
export interface BrokenRule extends ErrorDetail {
  rule: string;
}

/** The paste breaks rules of the host or of the API key. */
export class RuleError extends PublicError {
  constructor(readonly broken: BrokenRule[]) {
    super(PASTE_ERRORS.rule, { details: broken });
  }
}

/** @param maxTtlSeconds of the API key */
export function ttlTooLongForKey(maxTtlSeconds: number): RuleError {
  const message = `this key makes pastes that live for at most ${maxTtlSeconds} seconds from now`;
  return new RuleError([{ rule: 'max-ttl', path: ['ttlSeconds'], message }]);
}

/** A request for a burn paste would not have received its whole content exactly once. The paste still exists. */
export function wouldBurn(by: 'condition' | 'range' | 'prefetch'): PublicError {
  const message = 'this paste can be read only once: ask for all of it, without conditions';
  return new PublicError(PASTE_ERRORS[`${by}_refused`], { details: [{ path: [], message }], isOrdinary: true });
}

/** A program that only looks (a browser's navigation, a scanner) asked for a burn paste: it is redirected to the paste's page. */
export class LookingOnlyError extends Error {
  override readonly name = 'LookingOnlyError';
}

/** Reading the paste needs the token that only its key and password yield. Deriving the token needs the first part of the envelope. */
export const ReadTokenRequiredError = errorClass(PASTE_ERRORS.read_token_required, (protectedHeader: string | null) => ({
  fields: { protectedHeader },
}));

/** Nobody reads the paste but the reader whom its sender has released. The paste still exists. */
export const ApprovalRequiredError = errorClass(PASTE_ERRORS.approval_required);

/** The sender refused this claim. The paste still exists. */
export const RefusedError = errorClass(PASTE_ERRORS.refused);

/** Not the code in the mail. It counts as one of five tries. */
export const WrongCodeError = errorClass(PASTE_ERRORS.wrong_code, (triesLeft: number) => ({
  fields: { triesLeft },
  details: [{ path: ['code'], message: 'expected the code in the mail' }],
}));

const retryAfter = (seconds: number) => ({ headers: { 'Retry-After': String(seconds) } });

/** No code is mailed for now. */
export const TooManyCodesError = errorClass(PASTE_ERRORS.too_many_codes, retryAfter);

export const RecipientUnavailableError = errorClass(PASTE_ERRORS.recipient_unavailable, () => ({
  details: [{ path: ['recipient'], message: 'this service sends no mail: expected no recipient' }],
}));

export const RecipientNeedsAccountError = errorClass(PASTE_ERRORS.recipient_needs_account, () => ({
  details: [{ path: ['recipient'], message: 'expected only with an API key, or signed in' }],
}));

/** The code names nobody who waits. */
export const NotWaitingError = errorClass(PASTE_ERRORS.not_waiting, () => ({
  details: [{ path: ['code'], message: 'expected the code of a reader who waits' }],
}));

export const AlreadyReleasedError = errorClass(PASTE_ERRORS.already_released, () => ({
  details: [{ path: ['code'], message: 'a reader is released already' }],
}));

export const TooManyWaitingError = errorClass(PASTE_ERRORS.too_many_waiting, retryAfter);

export const NothingToClaimError = errorClass(PASTE_ERRORS.nothing_to_claim, () => ({
  details: [{ path: [], message: 'this paste can be read more than once: read it without a claim' }],
}));

const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** @param expected what the header should be */
export function badIdempotencyKey(expected: string): ValidationError {
  return new ValidationError([{ path: [IDEMPOTENCY_KEY], message: expected }], { bodyUnread: true });
}

/** The same key came with another body within a day. Nothing was created. */
export const KeyReusedError = errorClass(PASTE_ERRORS.idempotency_key_reused, () => ({
  details: [{ path: [IDEMPOTENCY_KEY], message: 'expected a key that was not used with another body in the last 24 hours' }],
}));

/** The client has cancelled this create, or its paste was deleted by that. Nothing was created. */
export const CreateCancelledError = errorClass(PASTE_ERRORS.create_cancelled, () => ({
  details: [{ path: [IDEMPOTENCY_KEY], message: 'the request with this key was called off' }],
}));

export const KeyRequiredError = errorClass(PASTE_ERRORS.key_required, () => ({
  headers: { 'WWW-Authenticate': 'Bearer' },
  details: [{ path: [], message: 'on this service only holders of an API key create pastes' }],
  bodyUnread: true,
}));
