import { ConflictError, PayloadTooLargeError, PublicError, ValidationError } from '../http/errors';
import { MAX_CONTENT_BYTES } from './paste.rules';

export function contentTooLarge(): PayloadTooLargeError {
  return new PayloadTooLargeError({ path: ['content'], message: `expected at most ${MAX_CONTENT_BYTES} bytes of UTF-8 (10 MB)` });
}

/** A burn paste was asked for in a way that doesn't want its content just once and whole. It still exists. */
export class WouldBurnError extends PublicError {
  override readonly name = 'WouldBurnError';
  constructor(status: 412 | 416 | 503) {
    const messages = { 412: 'Precondition Failed', 416: 'Range Not Satisfiable', 503: 'Service Unavailable' };
    super(status, messages[status], {
      details: [{ path: [], message: 'this paste can be read only once: ask for all of it, without conditions' }],
      isOrdinary: true,
    });
  }
}

/** A burn paste was asked for by what only looks: it is sent to the page that says what reading does. */
export class LookingOnlyError extends Error {
  override readonly name = 'LookingOnlyError';
}

/** Reading it needs the token that only its key, and password, yield. It still exists. */
export class ReadTokenRequiredError extends PublicError {
  override readonly name = 'ReadTokenRequiredError';
  /** @param protectedHeader the envelope's first part: what deriving the token needs besides key and password; null when it is no envelope of ours */
  constructor(protectedHeader: string | null) {
    super(403, 'Read Token Required', { fields: { protectedHeader } });
  }
}

/** Only what can be read once needs to be held for its reader. */
export class NothingToClaimError extends ConflictError {
  override readonly name = 'NothingToClaimError';
  constructor() {
    super('this paste can be read more than once: read it without a claim');
  }
}

const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** @param expected of the header */
export function badIdempotencyKey(expected: string): ValidationError {
  return new ValidationError([{ path: [IDEMPOTENCY_KEY], message: expected }], { bodyUnread: true });
}

/** The same key came with another body within a day. Nothing was created. */
export class KeyReusedError extends PublicError {
  override readonly name = 'KeyReusedError';
  constructor() {
    super(422, 'Unprocessable Content', {
      details: [{ path: [IDEMPOTENCY_KEY], message: 'expected a key that was not used with another body in the last 24 hours' }],
    });
  }
}

/** Who sent the request has called it off, or its paste was deleted by that. Nothing was created. */
export class RequestCalledOffError extends ConflictError {
  override readonly name = 'RequestCalledOffError';
  constructor() {
    super('the request with this key was called off', [IDEMPOTENCY_KEY]);
  }
}

/** The operator lets only holders of a key create. */
export class KeyRequiredError extends PublicError {
  override readonly name = 'KeyRequiredError';
  constructor() {
    super(401, 'Unauthorized', {
      headers: { 'WWW-Authenticate': 'Bearer' },
      details: [{ path: [], message: 'on this service only holders of an API key create pastes' }],
      bodyUnread: true,
    });
  }
}
