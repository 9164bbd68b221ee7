import { composeTexts as texts } from '../text/compose';
import type { ComposeState } from './compose.state';

/** What has just happened, in words; null: nothing that is worth one. Shown, and said by the status. */
export function noticeOf(state: ComposeState): string | null {
  if (state.phase !== 'writing') return null;
  switch (state.notice) {
    case null:
      return null;
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
