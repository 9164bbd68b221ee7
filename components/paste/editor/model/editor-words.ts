/** Sentences of the editor for its states. A worker sends problems, and has no sentences. */
import { editorMessages } from '#components/messages/editor';
import { MAX_FILES } from '#lib/envelope/envelope.rules';
import { formatBytes, formatUnit } from '#lib/locales/format.rules';
import { MAX_NETWORKS } from '#lib/pastes/network.rules';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';
import type { Problem } from './editor-problem';
import { type FormState, placeOf } from './editor-state';

/** Names the current step of creating a paste. */
export function workOf(state: FormState): string {
  if (state.phase === 'sending') return editorMessages.sending;
  if (state.phase === 'calling-off') return editorMessages.callingOff;
  return state.draft.encrypt ? editorMessages.encrypting : editorMessages.preparing;
}

/** Describes the problem of a place; null: there is none. */
export function problemAt(state: FormState, place: ReturnType<typeof placeOf>): string | null {
  const problem = state.phase === 'writing' ? state.problem : null;
  return problem && placeOf(problem) === place ? describeProblem(problem) : null;
}

export function describeProblem(problem: Problem): string {
  const messages = editorMessages.problems;
  const limit = formatBytes(MAX_CONTENT_BYTES);
  switch (problem.code) {
    case 'too-large': {
      const { name, bytes } = problem;
      const size = formatBytes(bytes);
      return name === null ? messages.textTooLarge({ size, limit }) : messages.tooLarge({ name, size, limit });
    }
    case 'too-large-for-server':
    case 'sealed-too-large':
    case 'files-too-large':
      return messages[problem.code](limit);
    case 'empty-file':
    case 'unreadable':
    case 'photo-uncleaned':
    case 'file-lost':
      return messages[problem.code](problem.name);
    case 'too-many-files':
      return messages.tooManyFiles(MAX_FILES);
    case 'network-wrong':
      return messages[problem.code](problem.network);
    case 'too-many-networks':
      return messages.tooManyNetworks({ count: problem.count, limit: MAX_NETWORKS });
    case 'networks-refused':
      return messages.refused(problem.message);
    case 'too-many-requests':
      return messages.tooManyRequests(formatUnit(problem.waitSeconds, 'second'));
    case 'refused':
      return problem.message === '' ? messages.rejected : messages.refused(withField(problem));
    case 'server-error':
      return problem.requestId === null ? messages.serverError : messages.serverErrorWithId(problem.requestId);
    case 'request-full':
    case 'request-gone':
    case 'no-room':
    case 'code-wrong':
    case 'code-unknown':
    case 'code-swapped':
      return messages.rejected;
    default:
      return messages[problem.code];
  }
}

function withField({ field, message }: Extract<Problem, { code: 'refused' }>): string {
  const { fields } = editorMessages;
  const name = Object.hasOwn(fields, field) ? fields[field as keyof typeof fields] : field;
  return name === '' ? message : `${name}: ${message}`;
}
