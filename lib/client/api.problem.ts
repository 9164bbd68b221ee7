/** Why a request to an endpoint failed, as pages and `sealpaste` tell it. */
import type { ErrorCode } from '../api/errors.rules';
import { check, type JsonSchema } from './json-schema.check';
import { errorSchema } from './operations.generated';

/** The server's code of an error, or what is wrong without one. */
export type ProblemCode = ErrorCode | 'offline' | 'unreachable' | 'unexpected_response';

export interface ApiProblem {
  /** null: an error response without a code, as of a proxy. */
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
  /** With `read_token_required`: the first part of the envelope; null when it is no envelope of ours. */
  protectedHeader: string | null;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(readonly problem: ApiProblem) {
    super(problem.code ?? `status ${problem.status}`);
  }
}

/** Where a response names no time. */
const DEFAULT_WAIT_SECONDS = 60;
/** A timer takes 24 days at most: with more it would fire at once. */
const MAX_WAIT_SECONDS = 3_600;
const MAX_MESSAGE_CHARACTERS = 300;

/** @param field of an unexpected response */
export function problemWithout(code: 'offline' | 'unreachable' | 'unexpected_response', status = 0, field = ''): ApiProblem {
  return { code, status, field, detail: '', message: '', waitSeconds: DEFAULT_WAIT_SECONDS, requestId: null, protectedHeader: null };
}

interface Failed {
  status: number;
  headers: { get(name: string): string | null };
}

/** @param text the body; any, since proxies answer too */
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
  };
}

function waitOf(header: string | null): number {
  if (header === null || !/^\d+$/.test(header)) return DEFAULT_WAIT_SECONDS;
  return Math.min(Math.max(Number(header), 1), MAX_WAIT_SECONDS);
}

interface ErrorBody {
  error: string;
  /** A server that is newer may have others. */
  code: ErrorCode;
  details?: { path: string[]; message: string }[];
  protectedHeader?: string | null;
}

function parseError(text: string): ErrorBody | null {
  try {
    return check(JSON.parse(text), errorSchema as JsonSchema) as ErrorBody;
  } catch {
    return null;
  }
}
