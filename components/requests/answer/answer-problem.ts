import { answerMessages as messages } from '#components/messages/answer';
import { commonMessages } from '#components/messages/common';
import { formatBytes } from '#components/messages/format';
import { MAX_ENVELOPE_CHARACTERS } from '#lib/envelope/envelope.rules';
import type { SendProblem } from './answer-state';

export function describeProblem(problem: SendProblem): string {
  switch (problem.code) {
    case 'too-many':
      return messages.problems['too-many'](commonMessages.seconds(problem.waitSeconds));
    case 'too-large':
      return messages.problems['too-large'](formatBytes(MAX_ENVELOPE_CHARACTERS));
    default:
      return messages.problems[problem.code];
  }
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long an answer is kept, in words: as long as the request lasts. */
export function lifeOf({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }): string {
  const lengthMs = Date.parse(expiresAt) - Date.parse(createdAt);
  if (lengthMs >= 2 * DAY_MS) return messages.days(Math.round(lengthMs / DAY_MS));
  if (lengthMs >= HOUR_MS) return messages.hours(Math.round(lengthMs / HOUR_MS));
  return commonMessages.minutes(Math.max(1, Math.round(lengthMs / 60_000)));
}
