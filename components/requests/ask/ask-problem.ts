import { commonMessages } from '#components/messages/common';
import { requestMessages } from '#components/messages/requests';
import type { AskProblem } from '../request.client';

const messages = requestMessages.problems;

export function describeAskProblem(problem: AskProblem): string {
  switch (problem.code) {
    case 'too-many':
      return messages.tooMany(commonMessages.seconds(problem.waitSeconds));
    case 'refused':
      return messages.refused(problem.message);
    default:
      return messages[problem.code];
  }
}
