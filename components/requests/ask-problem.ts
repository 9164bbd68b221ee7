import { problemMessages } from '#components/messages/problem';
import { requestMessages } from '#components/messages/request';
import { formatUnit } from '#lib/locales/format.rules';
import type { AskProblem } from './secret-request.client';

export function describeAskProblem(problem: AskProblem): string {
  const { problems } = requestMessages;
  switch (problem.code) {
    case 'too-many':
      return problemMessages.tooMany(formatUnit(problem.waitSeconds, 'second'));
    case 'unreachable':
    case 'serverError':
      return problemMessages[problem.code];
    case 'code-taken':
      return problems.rejected;
    case 'refused':
      return problem.message === '' ? problems.rejected : problems.refused(problem.message);
    default:
      return problems[problem.code];
  }
}
