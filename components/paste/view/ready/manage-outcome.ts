import { formatTime } from '#components/messages/format';
import { manageMessages } from '#components/messages/manage';
import type { RequestEnd } from '#components/paste/manage/manage-state';
import { problemSentence } from '#components/paste/manage/problem-sentence';

/** The result of extending or deleting a paste, with the message to show. Times in ms since 1970. */
export type ManageOutcome =
  | { kind: 'extended'; expiresAt: number | null; message: string }
  | { kind: 'deleted' | 'gone' }
  | { kind: 'failed'; message: string };

export function outcomeOf(event: RequestEnd): ManageOutcome {
  switch (event.type) {
    case 'extended': {
      const until = event.expiresAt === null ? null : new Date(event.expiresAt);
      return { kind: 'extended', expiresAt: until?.getTime() ?? null, message: until ? manageMessages.extended(formatTime(until)) : '' };
    }
    case 'failed':
      return { kind: 'failed', message: problemSentence(event.problem) };
    case 'deleted':
    case 'gone':
      return { kind: event.type };
  }
}
