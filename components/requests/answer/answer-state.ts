import type { answerMessages } from '#components/messages/answer';
import type { CreatedAnswerJson } from '#lib/requests/request.schema';

/** Why the link is refused; the messages have a title and a text for each. */
export type LinkProblem = keyof typeof answerMessages.links;

/** Why an answer was not sent, or may not have been. */
export type SendProblem = { code: Exclude<keyof typeof answerMessages.problems, 'too-many'> } | { code: 'too-many'; waitSeconds: number };

/** `receiptToken`: gives the right to read the receipt only; null: the answer has no receipt. */
export type SentAnswer = Pick<CreatedAnswerJson, 'receiptToken' | 'createdAt' | 'expiresAt'>;

export interface AttachedFile {
  /** Cleaned, and different from the other files' names. */
  name: string;
  content: File;
}

/** The content of an answer before encryption. */
export interface Typed {
  text: string;
  files: readonly AttachedFile[];
}

export type AnswerState =
  /** The page compares the public key with the link. */
  | { phase: 'checking' }
  | { phase: 'refused'; problem: LinkProblem }
  /** The request takes no more answers, and this tab sent none. */
  | { phase: 'full' }
  | ({ phase: 'writing'; problem: SendProblem | null } & Typed)
  | ({ phase: 'sending' } & Typed)
  /** `answers`: the newest first. */
  | { phase: 'sent'; answers: readonly SentAnswer[]; answersLeft: number };

export function isEmpty({ text, files }: Typed): boolean {
  return text === '' && files.length === 0;
}

export function isUnsent(state: AnswerState): boolean {
  return (state.phase === 'writing' || state.phase === 'sending') && !isEmpty(state);
}
