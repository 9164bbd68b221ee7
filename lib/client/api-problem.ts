/** The reason why a request to an endpoint failed, for pages and `sealpaste`. */
import type { ErrorCode } from '../api/errors.rules';
import { check, type JsonSchema } from './json-schema-check';
import { errorSchema } from './operations.generated';

/** The server's error code, or the problem when there is none. */
export type ProblemCode = ErrorCode | 'offline' | 'unreachable' | 'unexpected_response';

export interface ApiProblem {
  /** null: an error response without a code, such as a proxy's. */
  code: ProblemCode | null;
  /** 0 without a response. */
  status: number;
  /** The field of the request, or of an unexpected response, that the problem is about; empty: the whole. */
  field: string;
  /** The server's words about the field; empty: none. */
  detail: string;
  /** All of the server's words, at most MAX_MESSAGE_CHARACTERS; they may have control characters. Empty: none. */
  message: string;
  /** Seconds to wait before the next request. */
  waitSeconds: number;
  /** The number of the request in the server's log; null: none. */
  requestId: string | null;
  /** The first part of the envelope, with `read_token_required`; null when the content is no envelope. */
  protectedHeader: string | null;
  /** How often a code can be typed again, with `wrong_code`; else null. */
  triesLeft: number | null;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(readonly problem: ApiProblem) {
    super(problem.code ?? `status ${problem.status}`);
  }
}

/** Time to wait when a response names none. */
const DEFAULT_WAIT_SECONDS = 60;
/** Longest time to wait. A timer of more than 24 days would fire at once. */
const MAX_WAIT_SECONDS = 3_600;
const MAX_MESSAGE_CHARACTERS = 300;

/** @param field the wrong one in an unexpected response */
export function problemWithout(code: 'offline' | 'unreachable' | 'unexpected_response', status = 0, field = ''): ApiProblem {
  const nothing = { detail: '', message: '', requestId: null, protectedHeader: null, triesLeft: null };
  return { code, status, field, waitSeconds: DEFAULT_WAIT_SECONDS, ...nothing };
}

interface Failed {
  status: number;
  headers: { get(name: string): string | null };
}

/** @param text the body, of any form, since proxies respond, too */
export function problemOf({ status, headers }: Failed, text: string): ApiProblem {
  const body = parseError(text);
  const [detail] = body?.details ?? [];
  return {
    code: body?.code ?? null,
    status,
    field: detail?.path[0] ?? '',
    detail: detail?.message.slice(0, MAX_MESSAGE_CHARACTERS) ?? '',
    message: (detail ? `${detail.path.join('.')} ${detail.message}`.trim() : (body?.error ?? '')).slice(0, MAX_MESSAGE_CHARACTERS),
    waitSeconds: waitOf(headers.get('Retry-After')),
    requestId: headers.get('X-Request-Id')?.slice(0, 64) ?? null,
    protectedHeader: body?.protectedHeader ?? null,
    triesLeft: body?.triesLeft ?? null,
  };
}

function waitOf(header: string | null): number {
  if (header === null || !/^\d+$/.test(header)) return DEFAULT_WAIT_SECONDS;
  return Math.min(Math.max(Number(header), 1), MAX_WAIT_SECONDS);
}

interface ErrorBody {
  error: string;
  /** A newer server may send other codes. */
  code: ErrorCode;
  details?: { path: string[]; message: string }[];
  protectedHeader?: string | null;
  triesLeft?: number;
}

function parseError(text: string): ErrorBody | null {
  try {
    return check(JSON.parse(text), errorSchema as JsonSchema) as ErrorBody;
  } catch {
    return null;
  }
}
