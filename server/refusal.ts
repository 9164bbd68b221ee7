/** A response in place of the handler's. */
export interface Refusal {
  status: number;
  error: string;
  headers?: Record<string, string>;
}

export const BAD_REQUEST: Refusal = { status: 400, error: 'Bad Request' };
export const FORBIDDEN: Refusal = { status: 403, error: 'Forbidden' };
export const NOT_FOUND: Refusal = { status: 404, error: 'Not Found' };
/** The operator reads it when a name was forgotten. */
export const MISDIRECTED: Refusal = { status: 421, error: 'Misdirected Request: this host name is not in BASE_URL or ALLOWED_HOSTS' };
export const INTERNAL_ERROR: Refusal = { status: 500, error: 'Internal Server Error' };
/** A limit was exceeded, or the response took too long. */
export const UNAVAILABLE: Refusal = { status: 503, error: 'Service Unavailable', headers: { 'Retry-After': '1' } };
