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
  const words = notice && messages[notice.said];
  if (typeof words !== 'function') return words;
  return (words as (of: unknown) => string)(notice && 'of' in notice ? notice.of : null);
}
