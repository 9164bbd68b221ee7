import { composeTexts as texts } from '#components/messages/compose';
import type { ComposeState } from './compose.state';

/** What has just happened, in words; null: nothing that is worth one. Shown, and said by the status. */
export function noticeOf(state: ComposeState): string | null {
  if (state.phase !== 'writing') return null;
  const { notice } = state;
  if (notice === null) return null;
  if (typeof notice === 'object')
    return notice.code === 'inserted' ? texts.inserted(notice.name) : texts.converted(notice.name, notice.from);
  switch (notice) {
    case 'cancelled':
      return texts.cancelled;
    case 'cancelled-deleted':
      return texts.cancelledDeleted;
    case 'cleared':
      return texts.cleared;
    case 'restored':
      return texts.draftRestored;
    case 'attached':
      return texts.attached(state.draft.attachment?.name ?? '');
  }
}
