import { manageMessages as messages } from '#components/messages/manage';
import { formatUnit } from '#lib/locales/format.rules';
import type { ManageProblem } from './manage-state';

export const problemSentence = (problem: ManageProblem): string =>
  problem.code === 'too-many-requests' ? messages.tooMany(formatUnit(problem.waitSeconds, 'second')) : messages[problem.code];
