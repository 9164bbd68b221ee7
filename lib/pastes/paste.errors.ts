import { ConflictError, declareErrors, type ErrorDetail, PayloadTooLargeError, PublicError, ValidationError } from '../http/errors';
import { MAX_CONTENT_BYTES } from './paste.rules';

export const PASTE_ERRORS = declareErrors({
  ttl_too_long: { status: 400, error: 'Validation Error', meaning: 'The service does not keep a paste for so long.' },
  key_required: { status: 401, error: 'Unauthorized', meaning: 'On this service only holders of a key create pastes.' },
  read_token_required: {
    status: 403,
    error: 'Read Token Required',
    meaning: 'Reading the paste needs the token that its key, and its password, yield. `protectedHeader` says how to derive the token.',
  },
  approval_required: {
    status: 403,
    error: 'Approval Required',
    meaning: 'The sender must release each reader of the paste: claim it, and wait. The paste is unchanged.',
  },
  refused: { status: 403, error: 'Refused', meaning: 'The sender refused this claim. The paste is unchanged.' },
  not_waiting: { status: 404, error: 'Not Found', meaning: 'Nobody waits for the paste with this code, or no longer.' },
  already_released: {
    status: 409,
    error: 'Conflict',
    meaning:
      'A reader of the paste is released and still has time to claim it. Until then nobody else is released, and nobody takes that back.',
  },
  too_many_waiting: {
    status: 429,
    error: 'Too Many Requests',
    meaning: 'Five readers wait for the paste already. `Retry-After` says when the first of them must ask again.',
  },
  nothing_to_claim: { status: 409, error: 'Conflict', meaning: 'The paste can be read more than once. Read it without a claim.' },
  create_cancelled: { status: 409, error: 'Conflict', meaning: 'The create with this `Idempotency-Key` was cancelled.' },
  condition_refused: {
    status: 412,
    error: 'Precondition Failed',
    meaning: 'A burn paste cannot be read under a condition. The paste is unchanged.',
  },
  content_too_large: { status: 413, error: 'Payload Too Large', meaning: 'The content is larger than 10 MiB.' },
  range_refused: { status: 416, error: 'Range Not Satisfiable', meaning: 'A burn paste cannot be read in parts. The paste is unchanged.' },
  idempotency_key_reused: {
    status: 422,
    error: 'Unprocessable Content',
    meaning: 'The same `Idempotency-Key` was sent with another body in the last 24 hours. Nothing was created.',
  },
  network: { status: 403, error: 'Forbidden', meaning: 'The service lets nobody create from the network of the request.' },
  rule: {
    status: 422,
    error: 'Unprocessable Content',
    meaning: 'The paste breaks a rule of the service or of the key. `details` names every broken rule. Nothing was created.',
  },
  prefetch_refused: {
    status: 403,
    error: 'Forbidden',
    meaning: 'A burn paste is not read by a prefetch. The paste is unchanged.',
  },
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
export class NetworkError extends PublicError {
  override readonly name = 'NetworkError';
  constructor() {
    super(PASTE_ERRORS.network, {
      details: [{ path: [], message: 'this service takes pastes from other networks than yours' }],
      bodyUnread: true,
    });
  }
}

/** A rule that a paste breaks: one of HOUSE_RULES or `max-ttl`, and what was expected. */
export interface BrokenRule extends ErrorDetail {
  rule: string;
}

/** The paste breaks rules of the host or of the API key. */
export class RuleError extends PublicError {
  override readonly name = 'RuleError';
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
export class WouldBurnError extends PublicError {
  override readonly name = 'WouldBurnError';
  constructor(by: 'condition' | 'range' | 'prefetch') {
    super(PASTE_ERRORS[`${by}_refused`], {
      details: [{ path: [], message: 'this paste can be read only once: ask for all of it, without conditions' }],
      isOrdinary: true,
    });
  }
}

/** A program that only looks (a browser's navigation, a scanner) asked for a burn paste: it is redirected to the paste's page. */
export class LookingOnlyError extends Error {
  override readonly name = 'LookingOnlyError';
}

/** Reading the paste needs the token that only its key and password yield. The paste still exists. */
export class ReadTokenRequiredError extends PublicError {
  override readonly name = 'ReadTokenRequiredError';
  /** @param protectedHeader the envelope's first part, which deriving the token needs; null when the content is no envelope */
  constructor(protectedHeader: string | null) {
    super(PASTE_ERRORS.read_token_required, { fields: { protectedHeader } });
  }
}

/** Nobody reads the paste but the reader whom its sender has released. The paste still exists. */
export class ApprovalRequiredError extends PublicError {
  override readonly name = 'ApprovalRequiredError';
  constructor() {
    super(PASTE_ERRORS.approval_required);
  }
}

/** The sender refused this claim. The paste still exists. */
export class RefusedError extends PublicError {
  override readonly name = 'RefusedError';
  constructor() {
    super(PASTE_ERRORS.refused);
  }
}

/** The code names nobody who waits. */
export class NotWaitingError extends PublicError {
  override readonly name = 'NotWaitingError';
  constructor() {
    super(PASTE_ERRORS.not_waiting, { details: [{ path: ['code'], message: 'expected the code of a reader who waits' }] });
  }
}

export class AlreadyReleasedError extends ConflictError {
  override readonly name = 'AlreadyReleasedError';
  constructor() {
    super(PASTE_ERRORS.already_released, 'a reader is released already', ['code']);
  }
}

export class TooManyWaitingError extends PublicError {
  override readonly name = 'TooManyWaitingError';
  constructor(retryAfterSeconds: number) {
    super(PASTE_ERRORS.too_many_waiting, { headers: { 'Retry-After': String(retryAfterSeconds) } });
  }
}

export class NothingToClaimError extends ConflictError {
  override readonly name = 'NothingToClaimError';
  constructor() {
    super(PASTE_ERRORS.nothing_to_claim, 'this paste can be read more than once: read it without a claim');
  }
}

const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** @param expected what the header should be */
export function badIdempotencyKey(expected: string): ValidationError {
  return new ValidationError([{ path: [IDEMPOTENCY_KEY], message: expected }], { bodyUnread: true });
}

/** The same key came with another body within a day. Nothing was created. */
export class KeyReusedError extends PublicError {
  override readonly name = 'KeyReusedError';
  constructor() {
    super(PASTE_ERRORS.idempotency_key_reused, {
      details: [{ path: [IDEMPOTENCY_KEY], message: 'expected a key that was not used with another body in the last 24 hours' }],
    });
  }
}

/** The client has cancelled this create, or its paste was deleted by that. Nothing was created. */
export class CreateCancelledError extends ConflictError {
  override readonly name = 'CreateCancelledError';
  constructor() {
    super(PASTE_ERRORS.create_cancelled, 'the request with this key was called off', [IDEMPOTENCY_KEY]);
  }
}

export class KeyRequiredError extends PublicError {
  override readonly name = 'KeyRequiredError';
  constructor() {
    super(PASTE_ERRORS.key_required, {
      headers: { 'WWW-Authenticate': 'Bearer' },
      details: [{ path: [], message: 'on this service only holders of an API key create pastes' }],
      bodyUnread: true,
    });
  }
}
