import { commonMessages } from '#components/messages/common';
import { manageMessages as messages } from '#components/messages/manage';
import type { ManageProblem } from './manage-state';

export const problemSentence = (problem: ManageProblem): string =>
  problem.code === 'too-many-requests' ? messages.tooMany(commonMessages.seconds(problem.waitSeconds)) : messages[problem.code];
