import { ForbiddenError, HTTP_ERRORS, NotFoundError, PublicError } from '#lib/http/errors';

/** The responses that are sent instead of a handler's. Each is one error, since making one costs more than sending it. */
export const BAD_REQUEST = new PublicError(HTTP_ERRORS.bad_request);
export const BAD_NAME = new PublicError(HTTP_ERRORS.bad_request, {
  details: [{ path: ['name'], message: 'expected a name in UTF-8 without / and control characters' }],
});
export const FORBIDDEN = new ForbiddenError();
export const NOT_FOUND = new NotFoundError();
export const NO_PAGE_METHOD = new PublicError(HTTP_ERRORS.method_not_allowed, { headers: { Allow: 'GET, HEAD' } });
export const MISDIRECTED = new PublicError(HTTP_ERRORS.misdirected);
export const INTERNAL_ERROR = new PublicError(HTTP_ERRORS.internal_error);
/** A limit was exceeded, or the response took too long. */
export const UNAVAILABLE = new PublicError(HTTP_ERRORS.unavailable, { headers: { 'Retry-After': '1' } });
