/** One problem of the input: the names that lead to the field, and a sentence. */
export interface ErrorDetail {
  path: string[];
  message: string;
  /** Name of the rule that is broken. */
  rule?: string;
}

/** A kind of error that clients can meet, declared once where it is thrown. */
export interface ErrorKind {
  /** The body's `code`, for programs. It never changes. */
  code: string;
  status: number;
  /** The body's `error`: the status in words. */
  error: string;
  /** A sentence for the API's document. */
  meaning: string;
}

/** The words in `error` of each status, where nothing else is declared. */
const TEXTS: Readonly<Record<number, string>> = {
  400: 'Validation Error',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Payload Too Large',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  507: 'Insufficient Storage',
};

/** @param table status, meaning, and where it isn't the status's own, `error`, by the code in snake_case */
export function declareErrors<Code extends string>(
  table: Readonly<Record<Code, readonly [status: number, meaning: string, error?: string]>>,
) {
  const declared = Object.entries<(typeof table)[Code]>(table);
  const kinds = declared.map(([code, [status, meaning, error = TEXTS[status] ?? '']]) => [code, { code, status, error, meaning }]);
  return Object.fromEntries(kinds) as { readonly [Each in Code]: ErrorKind & { readonly code: Each } };
}

/** Errors that know no domain. */
export const HTTP_ERRORS = declareErrors({
  bad_request: [400, 'The request is malformed.', 'Bad Request'],
  validation: [400, 'The input is not valid. `details` names every problem.'],
  malformed_json: [
    400,
    'The body is not JSON, or not JSON that the service takes: it is nested too deeply, has a name twice or a text that is not Unicode.',
  ],
  unauthorized: [401, 'The request needs a key, or its key is unknown, expired or revoked.'],
  forbidden: [403, 'This key or token does not allow the request.'],
  scope_missing: [403, 'The key is limited to scopes, and none of them allows the request.'],
  not_found: [404, 'The address names nothing that exists.'],
  method_not_allowed: [405, 'The address does not have the method. `Allow` names those that it has.', 'Method Not Allowed'],
  request_timeout: [408, 'The request, or the rest of its body, did not come in time. The connection closes.', 'Request Timeout'],
  body_too_large: [413, 'The body, or a part of it, is too large.'],
  unsupported_media_type: [415, 'The body has another type or encoding than the endpoint takes.', 'Unsupported Media Type'],
  misdirected: [
    421,
    'The `Host` of the request is not a name of this service: its operator adds it to `ALLOWED_HOSTS`.',
    'Misdirected Request: this host name is not in BASE_URL or ALLOWED_HOSTS',
  ],
  rate_limited: [429, 'There were too many requests. `Retry-After` says how long to wait.'],
  headers_too_large: [
    431,
    'The address and the headers of the request are larger than 16 KiB together. The connection closes.',
    'Request Header Fields Too Large',
  ],
  internal_error: [500, 'The request failed. The log of the server has the cause under this `X-Request-Id`.', 'Internal Server Error'],
  unavailable: [503, 'The service cannot take the request now. Nothing was changed. Send the request again.', 'Service Unavailable'],
});

export interface ErrorBody {
  error: string;
  code: string;
  details?: readonly ErrorDetail[];
  /** Fields that only this kind of error has. */
  [field: string]: unknown;
}

/** @param more `details`, and fields of this kind alone */
export function errorBody({ error, code }: ErrorKind, more: Omit<ErrorBody, 'error' | 'code'> = {}): ErrorBody {
  return { error, code, ...more };
}

interface PublicErrorOptions {
  details?: ErrorDetail[];
  headers?: Record<string, string>;
  /** Fields of the body that only this kind of error has. */
  fields?: Record<string, unknown>;
  /** A status of 500 or more that is no failure, so that only the access log has it. */
  isOrdinary?: boolean;
  /** Thrown before the request's body was read to its end. */
  bodyUnread?: boolean;
  /** The error that led to this one, for the log. */
  cause?: unknown;
}

/**
 * An error that is meant for the client. Everything else that is thrown becomes a bare 500.
 * Never put into its details what another client sent or what is stored.
 */
export class PublicError extends Error {
  override readonly name: string = 'PublicError';
  readonly status: number;
  readonly code: string;
  constructor(
    readonly kind: ErrorKind,
    readonly options: PublicErrorOptions = {},
  ) {
    super(kind.error, options);
    this.status = kind.status;
    this.code = kind.code;
  }
}

/**
 * Makes the class of the errors of one kind.
 * @param optionsOf what the arguments of an error's constructor put into its response
 */
export const errorClass = <Args extends unknown[]>(kind: ErrorKind, optionsOf: (...args: Args) => PublicErrorOptions = () => ({})) =>
  class extends PublicError {
    constructor(...args: Args) {
      super(kind, optionsOf(...args));
    }
  };

export class ValidationError extends PublicError {
  override readonly name = 'ValidationError';
  /** @param kind of status 400, where programs need to know more than that the input isn't valid */
  constructor(details: ErrorDetail[], options: Pick<PublicErrorOptions, 'bodyUnread'> = {}, kind: ErrorKind = HTTP_ERRORS.validation) {
    super(kind, { ...options, details });
  }
}

export const UnauthorizedError = errorClass(HTTP_ERRORS.unauthorized, () => ({ headers: { 'WWW-Authenticate': 'Bearer' } }));

export class ForbiddenError extends PublicError {
  constructor(kind: ErrorKind = HTTP_ERRORS.forbidden) {
    super(kind);
  }
}

export class NotFoundError extends PublicError {
  override readonly name = 'NotFoundError';
  constructor() {
    super(HTTP_ERRORS.not_found);
  }
}

export class PayloadTooLargeError extends PublicError {
  constructor(detail: ErrorDetail, kind: ErrorKind = HTTP_ERRORS.body_too_large) {
    super(kind, { details: [detail], bodyUnread: true });
  }
}

/** @param expected of the body @param path of the field; none: the whole input */
export const unsupportedMedia = (expected: string, ...path: string[]) =>
  new PublicError(HTTP_ERRORS.unsupported_media_type, { details: [{ path, message: `expected ${expected}` }], bodyUnread: true });

/**
 * Tells a NotFoundError by its name: pages are compiled apart from the server, with a class of their own, so that
 * `instanceof` would be false.
 */
export function isNotFoundError(error: unknown): boolean {
  return error instanceof Error && error.name === ('NotFoundError' satisfies NotFoundError['name']);
}

/** A `catch` handler for something that may be missing. @returns null for NotFoundError @throws any other error */
export function nothingIfMissing(error: unknown): null {
  if (isNotFoundError(error)) return null;
  throw error;
}

export class TooManyRequestsError extends PublicError {
  /** @param limiter name of the exceeded limit in the metrics, for a page */
  constructor(
    readonly retryAfterSeconds: number,
    readonly limiter?: string,
  ) {
    super(HTTP_ERRORS.rate_limited, { headers: { 'Retry-After': String(retryAfterSeconds) } });
  }
}

/** Nothing is wrong with the request; the same one may succeed a little later. */
export const ServiceUnavailableError = errorClass(HTTP_ERRORS.unavailable, ({ cause }: ErrorOptions = {}) => ({
  headers: { 'Retry-After': '5' },
  cause,
}));

/** The rest of a request's body didn't come. */
export const RequestTimeoutError = errorClass(HTTP_ERRORS.request_timeout, () => ({ headers: { Connection: 'close' }, bodyUnread: true }));

/** The client went away before its request was complete; nobody reads the response. */
export const ClientGoneError = errorClass(HTTP_ERRORS.bad_request);
