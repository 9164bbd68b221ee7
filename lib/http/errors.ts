/** One thing wrong with the input: where, as property names, and what. */
export interface ErrorDetail {
  path: string[];
  message: string;
}

interface PublicErrorOptions {
  details?: ErrorDetail[];
  headers?: Record<string, string>;
  /** More fields of the response's body. */
  fields?: Record<string, unknown>;
  /** A server error by its status alone: nothing has failed, and the access log says enough. */
  isOrdinary?: boolean;
  /** Thrown before the request's body was read to its end. */
  bodyUnread?: boolean;
}

/**
 * An error whose text is meant for the client. Everything else that is thrown becomes a bare 500.
 * `message` is the body's `error`; never put into it what another client sent or what is stored.
 */
export class PublicError extends Error {
  override readonly name: string = 'PublicError';
  constructor(
    readonly status: number,
    message: string,
    readonly options: PublicErrorOptions = {},
  ) {
    super(message);
  }
}

export class ValidationError extends PublicError {
  override readonly name = 'ValidationError';
  constructor(details: ErrorDetail[], options: Pick<PublicErrorOptions, 'bodyUnread'> = {}) {
    super(400, 'Validation Error', { details, ...options });
  }
}

export class UnauthorizedError extends PublicError {
  override readonly name = 'UnauthorizedError';
  constructor() {
    super(401, 'Unauthorized', { headers: { 'WWW-Authenticate': 'Bearer' } });
  }
}

export class ForbiddenError extends PublicError {
  override readonly name = 'ForbiddenError';
  constructor() {
    super(403, 'Forbidden');
  }
}

export class NotFoundError extends PublicError {
  override readonly name = 'NotFoundError';
  constructor() {
    super(404, 'Not Found');
  }
}

/** The state of what is there is in the way. */
export class ConflictError extends PublicError {
  override readonly name: string = 'ConflictError';
  /** @param path of the field that it is about; empty: the whole input */
  constructor(message: string, path: string[] = [], options: Pick<PublicErrorOptions, 'bodyUnread'> = {}) {
    super(409, 'Conflict', { details: [{ path, message }], ...options });
  }
}

export class PayloadTooLargeError extends PublicError {
  override readonly name = 'PayloadTooLargeError';
  constructor(detail: ErrorDetail) {
    super(413, 'Payload Too Large', { details: [detail], bodyUnread: true });
  }
}

/** @param expected of the body @param path of the field; none: the whole input */
export const unsupportedMedia = (expected: string, ...path: string[]) =>
  new PublicError(415, 'Unsupported Media Type', { details: [{ path, message: `expected ${expected}` }], bodyUnread: true });

/**
 * For pages: they are compiled apart from the server that made the services, with a class of their own,
 * so `instanceof` says no. By name.
 */
export function isNotFoundError(error: unknown): boolean {
  return error instanceof Error && error.name === ('NotFoundError' satisfies NotFoundError['name']);
}

/** For the `catch` of something that may be missing. @returns null when it is @throws any other error */
export function nothingIfMissing(error: unknown): null {
  if (isNotFoundError(error)) return null;
  throw error;
}

/** By name, as above. */
export function isValidationError(error: unknown): boolean {
  return error instanceof Error && error.name === ('ValidationError' satisfies ValidationError['name']);
}

export class TooManyRequestsError extends PublicError {
  override readonly name = 'TooManyRequestsError';
  constructor(retryAfterSeconds: number) {
    super(429, 'Too Many Requests', { headers: { 'Retry-After': String(retryAfterSeconds) } });
  }
}

/** Nothing is wrong with the request; the same one may succeed a little later. */
export class ServiceUnavailableError extends PublicError {
  override readonly name = 'ServiceUnavailableError';
  constructor(options: ErrorOptions = {}) {
    super(503, 'Service Unavailable', { headers: { 'Retry-After': '5' } });
    this.cause = options.cause;
  }
}

/** The rest of a request's body didn't come. */
export class RequestTimeoutError extends PublicError {
  override readonly name = 'RequestTimeoutError';
  constructor() {
    super(408, 'Request Timeout', { headers: { Connection: 'close' }, bodyUnread: true });
  }
}

/** The client went away before its request was complete; nobody reads the response. */
export class ClientGoneError extends PublicError {
  override readonly name = 'ClientGoneError';
  constructor() {
    super(400, 'Bad Request');
  }
}
