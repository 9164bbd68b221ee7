/**
 * Tells what the answering page shows: whether the link is right, a field to write in, or what was sent.
 *
 * Guarantee: nothing can be typed until the public key matches the thumbprint in the link.
 * Not protected: a link changed in transit together with its thumbprint; a page that the server has changed.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import type { answerMessages } from '#components/messages/answer';
import { listen } from '#components/ui/listen';
import { type PublicJwk, thumbprintOf } from '#lib/envelope/answer-keys';
import { requestSecretsIn } from '#lib/envelope/fragment';
import { type Asked, openAsked } from '#lib/envelope/request-vault';
import type { CreatedAnswerJson, SecretRequestJson } from '#lib/requests/request.schema';
import { keepSent, restoreSent, type SentAnswer } from './sent-answers';

/** Why the link is refused; the messages have a title and a text for each. */
type LinkProblem = keyof typeof answerMessages.links;

type AnswerState =
  /** The page compares the public key with the link. */
  | { phase: 'checking' }
  | { phase: 'refused'; problem: LinkProblem }
  /** The request takes no more answers, and this tab sent none. */
  | { phase: 'full' }
  /** `isSealed`: whoever made the link wrote what is asked for; otherwise it is the server's word. */
  | { phase: 'writing'; asked: Asked; isSealed: boolean }
  /** `answers`: the newest first. */
  | { phase: 'sent'; answers: readonly SentAnswer[]; answersLeft: number };

/** Starts with the link's fragment. Another link, pasted into the same tab until somebody can type, is tried too. */
export function useAnswer(request: SecretRequestJson) {
  const { requestId, answersLeft } = request;
  const [state, setState] = useState<AnswerState>({ phase: 'checking' });

  async function compare(): Promise<void> {
    const { hash } = location;
    const opened = await openLink(hash, request);
    // Another link that came meanwhile is compared by its own event.
    if (location.hash === hash) setState(opened);
  }

  const start = useEffectEvent(() => {
    if (state.phase === 'writing') return;
    const answers = restoreSent(requestId);
    if (answers.length > 0) setState({ phase: 'sent', answers, answersLeft });
    else if (answersLeft === 0) setState({ phase: 'full' });
    else void compare();
  });

  useEffect(() => {
    start();
    return listen(window, 'hashchange', () => start());
  }, []);

  return {
    state,
    /** Shows what was sent. */
    addSent({ answersLeft: left, ...answer }: CreatedAnswerJson): void {
      const answers = [answer, ...restoreSent(requestId)];
      keepSent(requestId, answers);
      setState({ phase: 'sent', answers, answersLeft: left });
    },
    /** Asks for another answer, after comparing the link, which wasn't when answers were sent before. */
    another: (): void => void compare(),
  };
}

const THUMBPRINT = /^[\w-]{43}$/;

async function openLink(hash: string, { publicKey, label, sealed }: SecretRequestJson): Promise<AnswerState> {
  const { thumbprint, labelKey } = requestSecretsIn(hash);
  const problem = await problemOfLink(thumbprint, publicKey);
  if (problem !== null) return { phase: 'refused', problem };
  if (sealed === null) return { phase: 'writing', asked: { label, fields: [] }, isSealed: false };
  const asked = await openAsked(sealed, labelKey).catch(() => null);
  return asked === null ? { phase: 'refused', problem: 'damaged' } : { phase: 'writing', asked, isSealed: true };
}

async function problemOfLink(thumbprint: string, publicKey: PublicJwk): Promise<LinkProblem | null> {
  if (!globalThis.isSecureContext) return 'insecure';
  if (thumbprint === '') return 'no-thumbprint';
  if (!THUMBPRINT.test(thumbprint)) return 'damaged';
  return (await thumbprintOf(publicKey)) === thumbprint ? null : 'wrong-key';
}
