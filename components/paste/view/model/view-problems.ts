import type { viewProblemMessages } from '#components/messages/view-problem';
import type { ApiProblem } from '#lib/client/api-problem';
import type { EnvelopeProblem } from '#lib/envelope/envelope.errors';

/** Why a paste can't be shown; the messages have a title and a text for each. */
export type ViewProblem = keyof typeof viewProblemMessages;

/** A failure to read, of which the page says what it is. */
export class ReadError extends Error {
  override readonly name = 'ReadError';
  constructor(readonly problem: ViewProblem) {
    super(problem);
  }
}

export const RETRYABLE: ReadonlySet<ViewProblem> = new Set(['rate-limited', 'server-error', 'offline']);

/** @param isEnvelope whether the stored content begins like our envelope */
export function problemOf({ code }: EnvelopeProblem, isEnvelope: boolean): ViewProblem {
  switch (code) {
    case 'invalid-key':
      return 'key-malformed';
    case 'unsupported':
    case 'too-large':
    case 'wrong-key':
      return code;
    case 'unavailable':
      return 'browser';
    default:
      return isEnvelope ? 'damaged' : 'foreign';
  }
}

export function problemOfRequest({ code, status }: ApiProblem): ViewProblem {
  if (code === 'offline' || code === 'unreachable') return 'offline';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 ? 'rate-limited' : 'server-error';
}
