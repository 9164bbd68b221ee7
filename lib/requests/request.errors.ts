import { ConflictError, ValidationError } from '../http/errors';

/** It has as many answers as it asked for. Nothing was stored. */
export class RequestFullError extends ConflictError {
  override readonly name = 'RequestFullError';
  constructor() {
    super('this request has all its answers: it takes no more', [], { bodyUnread: true });
  }
}

/** A bound on what its asker may keep is reached. Nothing was stored. */
export class AskerFullError extends ConflictError {
  override readonly name = 'AskerFullError';
  constructor() {
    super('who asked has no room for another paste on this service: tell them', [], { bodyUnread: true });
  }
}

/** The bound on requests of one user. */
export class TooManyRequestLinksError extends ConflictError {
  override readonly name = 'TooManyRequestLinksError';
  constructor(max: number) {
    super(`you have ${max} requests, as many as this service keeps for one user: wait until some are forgotten`);
  }
}

export function notAnAnswer(): ValidationError {
  const message = 'expected a compact JWE with alg ECDH-ES+A256KW, enc A256GCM and an epk on P-256';
  return new ValidationError([{ path: ['content'], message }], { bodyUnread: true });
}

export function notOnCurve(): ValidationError {
  return new ValidationError([{ path: ['publicKey'], message: 'expected a point on P-256' }]);
}
