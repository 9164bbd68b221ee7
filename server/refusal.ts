import { type ErrorDetail, type ErrorKind, HTTP_ERRORS } from '#lib/http/errors';

/** A response that is sent instead of the handler's. */
export interface Refusal {
  kind: ErrorKind;
  headers?: Record<string, string>;
  details?: readonly ErrorDetail[];
}

export const BAD_REQUEST: Refusal = { kind: HTTP_ERRORS.bad_request };
export const FORBIDDEN: Refusal = { kind: HTTP_ERRORS.forbidden };
export const NOT_FOUND: Refusal = { kind: HTTP_ERRORS.not_found };
export const MISDIRECTED: Refusal = { kind: HTTP_ERRORS.misdirected };
export const INTERNAL_ERROR: Refusal = { kind: HTTP_ERRORS.internal_error };
/** A limit was exceeded, or the response took too long. */
export const UNAVAILABLE: Refusal = { kind: HTTP_ERRORS.unavailable, headers: { 'Retry-After': '1' } };
