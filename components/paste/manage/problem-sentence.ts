import { commonMessages } from '#components/messages/common';
import { manageMessages as messages } from '#components/messages/manage';
import type { ManageProblem } from './manage.state';

export function problemSentence(problem: ManageProblem): string {
  switch (problem.code) {
    case 'wrong-token':
      return messages.wrongToken;
    case 'too-many-requests':
      return messages.tooMany(commonMessages.seconds(problem.waitSeconds));
    case 'offline':
      return messages.offline;
    case 'unreachable':
      return messages.unreachable;
    case 'server-error':
      return messages.serverError;
  }
}
