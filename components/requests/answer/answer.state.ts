import type { answerMessages } from '#components/messages/answer';
import type { CreatedAnswerJson } from '#lib/requests/request.schema';

/** Why nothing may be typed: the catalogue has a title and a text for each. */
export type LinkProblem = keyof typeof answerMessages.links;

/** Why an answer was not sent, or maybe wasn't. */
export type SendProblem = { code: Exclude<keyof typeof answerMessages.problems, 'too-many'> } | { code: 'too-many'; waitSeconds: number };

/** `receiptToken`: for the receipt, and good for nothing else; null: it has none. */
export type SentAnswer = Pick<CreatedAnswerJson, 'receiptToken' | 'createdAt' | 'expiresAt'>;

export interface AttachedFile {
  /** Clean, and unlike the others'. */
  name: string;
  content: File;
}

/** What is to be sent. */
export interface Typed {
  text: string;
  files: readonly AttachedFile[];
}

export type AnswerState =
  /** The public key is compared with the link. */
  | { phase: 'checking' }
  | { phase: 'refused'; problem: LinkProblem }
  /** Nothing was sent from here, and nothing more is taken. */
  | { phase: 'full' }
  | ({ phase: 'writing'; problem: SendProblem | null } & Typed)
  | ({ phase: 'sending' } & Typed)
  /** The newest first. */
  | { phase: 'sent'; answers: readonly SentAnswer[]; answersLeft: number };

export function isEmpty({ text, files }: Typed): boolean {
  return text === '' && files.length === 0;
}

export function isUnsent(state: AnswerState): boolean {
  return (state.phase === 'writing' || state.phase === 'sending') && !isEmpty(state);
}
