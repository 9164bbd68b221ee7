/** No response of the API is a page: no script, frame or style of it may ever run. */
const INERT_CSP = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Methods that endpoints have, besides OPTIONS, to which every endpoint responds. */
export const HANDLED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type HandledMethod = (typeof HANDLED_METHODS)[number];

/** Headers of every response that no cache may keep. */
export const PRIVATE_HEADERS: Record<string, string> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': INERT_CSP,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Pages of other sites can't use a response as a picture, script or style (Fetch §3.7). Calls by CORS still work. */
export const RESOURCE_POLICY = ['Cross-Origin-Resource-Policy', 'same-origin'] as const;

/** Any origin may call the API, without credentials: there is no cookie in a cross-origin response to protect. */
export const API_HEADERS: Record<string, string> = {
  ...PRIVATE_HEADERS,
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Link, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, X-Service-Ignored-Fields',
};

export const PREFLIGHT_HEADERS: Record<string, string> = {
  'Access-Control-Allow-Methods': [...HANDLED_METHODS, 'OPTIONS'].join(', '),
  'Access-Control-Allow-Headers':
    'Content-Type, Idempotency-Key, X-Api-Key, Authorization, X-Service-Manage-Token, X-Service-Read-Token, X-Service-Claim, X-Service-Receipt-Token, X-Service-Release-Token, X-Service-Account, Prefer',
  'Access-Control-Max-Age': '86400',
};

/** A paste's raw bytes: text, whatever they look like. */
export const RAW_HEADERS: Record<string, string> = {
  ...PRIVATE_HEADERS,
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
};

/** Header in which a response to `admin doctor` says which client the process saw. */
export const SEEN_HEADER = 'X-Service-Seen';
