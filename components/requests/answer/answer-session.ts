/**
 * Holds what the answering page shows: whether the link is right, a field to write in, or what was sent.
 *
 * Guarantee: nothing can be typed until the public key matches the thumbprint in the link.
 * Not protected: a link changed in transit together with its thumbprint; a page that the server has changed.
 */
import type { answerMessages } from '#components/messages/answer';
import { createScreenState } from '#components/ui/screen-state';
import { thumbprintOf } from '#lib/envelope/answer-keys';
import type { CreatedAnswerJson, SecretRequestJson } from '#lib/requests/request.schema';

/** Why the link is refused; the messages have a title and a text for each. */
type LinkProblem = keyof typeof answerMessages.links;

/** `receiptToken`: gives the right to read the receipt only; null: the answer has no receipt. */
export type SentAnswer = Pick<CreatedAnswerJson, 'receiptToken' | 'createdAt' | 'expiresAt'>;

export type AnswerState =
  /** The page compares the public key with the link. */
  | { phase: 'checking' }
  | { phase: 'refused'; problem: LinkProblem }
  /** The request takes no more answers, and this tab sent none. */
  | { phase: 'full' }
  | { phase: 'writing' }
  /** `answers`: the newest first. */
  | { phase: 'sent'; answers: readonly SentAnswer[]; answersLeft: number };

interface AnswerDependencies {
  /** Reads the answers sent from this tab, the newest first. */
  restore(): readonly SentAnswer[];
  keep(answers: readonly SentAnswer[]): void;
  isSecureContext: boolean;
}

const THUMBPRINT = /^[\w-]{43}$/;

export function createAnswerSession(
  { publicKey, answersLeft }: Pick<SecretRequestJson, 'publicKey' | 'answersLeft'>,
  { restore, keep, isSecureContext }: AnswerDependencies,
) {
  const { getState, subscribe, setState } = createScreenState<AnswerState>({ phase: 'checking' });

  async function problemOf(thumbprint: string): Promise<LinkProblem | null> {
    if (!isSecureContext) return 'insecure';
    if (thumbprint === '') return 'no-thumbprint';
    if (!THUMBPRINT.test(thumbprint)) return 'damaged';
    return (await thumbprintOf(publicKey)) === thumbprint ? null : 'wrong-key';
  }

  async function compare(thumbprint: string): Promise<void> {
    const problem = await problemOf(thumbprint);
    setState(problem === null ? { phase: 'writing' } : { phase: 'refused', problem });
  }

  return {
    subscribe,
    getState,

    /** @param thumbprint the fragment without its `#`; another one may follow until somebody can type */
    async start(thumbprint: string): Promise<void> {
      if (getState().phase === 'writing') return;
      const answers = restore();
      if (answers.length > 0) return setState({ phase: 'sent', answers, answersLeft });
      if (answersLeft === 0) return setState({ phase: 'full' });
      setState({ phase: 'checking' });
      await compare(thumbprint);
    },

    /** Shows what was sent. */
    addSent({ answersLeft, ...answer }: SentAnswer & { answersLeft: number }): void {
      const answers = [answer, ...restore()];
      keep(answers);
      setState({ phase: 'sent', answers, answersLeft });
    },

    /** @param thumbprint as for `start`, which checks nothing when answers were sent before */
    async another(thumbprint: string): Promise<void> {
      const state = getState();
      if (state.phase === 'sent' && state.answersLeft > 0) await compare(thumbprint);
    },
  };
}
