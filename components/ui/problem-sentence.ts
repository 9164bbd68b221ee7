import { problemMessages as messages } from '#components/messages/problem';
import type { ApiProblem } from '#lib/client/api-problem';
import { formatUnit } from '#lib/locales/format.rules';

/** Says why the server did not do something, where the page has no words of its own for it. */
export function problemSentence({ code, status, waitSeconds, message }: ApiProblem): string {
  if (code === 'confirmation_required') return messages.confirm;
  if (status === 0) return messages.unreachable;
  if (status === 401) return messages.signedOut;
  if (status === 404) return messages.gone;
  if (status === 429) return messages.tooMany(formatUnit(waitSeconds, 'second'));
  if (status < 500 && message !== '') return messages.refused(message);
  return messages.serverError;
}
