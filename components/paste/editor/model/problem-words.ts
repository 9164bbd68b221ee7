/** Sentences of the editor for a problem, and their places. A worker sends problems, and has no sentences. */
import { editorMessages } from '#components/messages/editor';
import { MAX_FILES } from '#lib/envelope/envelope.rules';
import { formatBytes, formatUnit } from '#lib/locales/format.rules';
import { MAX_NETWORKS } from '#lib/pastes/network.rules';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';
import type { Problem } from './editor-problem';

type Field = 'file' | 'content' | 'title' | 'expiry' | 'encrypt' | 'password' | 'networks' | 'recipient' | 'form';

const FIELDS: Partial<Record<Problem['code'], Field>> = {
  empty: 'content',
  'too-large-for-server': 'content',
  'empty-file': 'file',
  unreadable: 'file',
  'photo-uncleaned': 'file',
  'too-many-files': 'file',
  'files-too-large': 'file',
  'file-lost': 'file',
  'share-lost': 'file',
  'password-lost': 'password',
  'password-needed': 'password',
  'title-too-long': 'title',
  'expiry-wrong': 'expiry',
  'sealed-too-large': 'encrypt',
  'encryption-unavailable': 'encrypt',
  'network-wrong': 'networks',
  'too-many-networks': 'networks',
  'networks-refused': 'networks',
  'recipient-wrong': 'recipient',
};

/** Finds the field that shows a problem: the one where it can be solved. */
export function fieldOf(problem: Problem): Field {
  if (problem.code === 'too-large') return problem.name === null ? 'content' : 'file';
  return FIELDS[problem.code] ?? 'form';
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
