import { editorMessages as messages } from '#components/messages/editor';
import type { EditorState, FormState } from './editor-state';
import { describeProblem, fieldOf } from './problem-words';

/** Names the current step of creating a paste. */
export function workOf(state: FormState): string {
  if (state.phase === 'sending') return messages.sending;
  if (state.phase === 'calling-off') return messages.callingOff;
  return state.draft.encrypt ? messages.encrypting : messages.preparing;
}

/** Describes the problem of a field; null: there is none. */
export function problemAt(state: FormState, field: ReturnType<typeof fieldOf>): string | null {
  const problem = state.phase === 'writing' ? state.problem : null;
  return problem && fieldOf(problem) === field ? describeProblem(problem) : null;
}

/** Describes the latest event, which the page shows and the status announces; null: none. */
export function noticeOf(state: EditorState): string | null {
  if (state.phase !== 'writing') return null;
  const { notice } = state;
  if (notice === null) return null;
  if (typeof notice === 'object') {
    switch (notice.code) {
      case 'inserted':
        return messages.inserted(notice.name);
      case 'converted':
        return messages.converted({ name: notice.name, from: notice.from });
      case 'removed':
        return messages.removed(notice.name);
      case 'addedSeveral':
        return notice.turnsOn ? messages.addedSeveralAndEncrypted(notice.count) : messages.addedSeveral(notice.count);
      case 'added':
        return notice.turnsOn ? messages.addedAndEncrypted(notice.name) : messages.added(notice.name);
    }
  }
  return notice === 'attached' ? messages.attached(state.draft.attachment?.name ?? '') : messages[notice];
}
