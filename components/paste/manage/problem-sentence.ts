import { en } from '#components/messages/en';
import { manageTexts as texts } from '#components/messages/manage';
import type { ManageProblem } from './manage.state';

/** Why nothing was changed, in words. */
export function problemSentence(problem: ManageProblem): string {
  switch (problem.code) {
    case 'wrong-token':
      return texts.wrongToken;
    case 'too-many-requests':
      return texts.tooMany(en.seconds(problem.waitSeconds));
    case 'offline':
      return texts.offline;
    case 'unreachable':
      return texts.unreachable;
    case 'server-error':
      return texts.serverError;
  }
}
