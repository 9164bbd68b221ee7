import { editorMessages as messages } from '#components/messages/editor';
import { describeProblem, fieldOf } from './editor.problem';
import type { EditorState, FormState } from './editor.state';

/** What is wrong with a field, in words; null: nothing. */
export function problemAt(state: FormState, field: ReturnType<typeof fieldOf>): string | null {
  const problem = state.phase === 'writing' ? state.problem : null;
  return problem && fieldOf(problem) === field ? describeProblem(problem) : null;
}

/** What has just happened, in words; null: nothing that is worth one. Shown, and said by the status. */
export function noticeOf(state: EditorState): string | null {
  if (state.phase !== 'writing') return null;
  const { notice } = state;
  if (notice === null) return null;
  if (typeof notice === 'object') {
    switch (notice.code) {
      case 'inserted':
        return messages.inserted(notice.name);
      case 'converted':
        return messages.converted(notice.name, notice.from);
      case 'added':
        return notice.turnsOn ? messages.addedAndEncrypted(notice.name) : messages.added(notice.name);
    }
  }
  switch (notice) {
    case 'cancelled':
      return messages.cancelled;
    case 'cancelled-deleted':
      return messages.cancelledDeleted;
    case 'cleared':
      return messages.cleared;
    case 'restored':
      return messages.draftRestored;
    case 'attached':
      return messages.attached(state.draft.attachment?.name ?? '');
  }
}
