import { useEffect, useEffectEvent, useState } from 'react';
import type { requestMessages } from '#components/messages/request';
import { thumbprintOf } from '#lib/envelope/answer-keys';
import { keepSecretRequest } from './keys/secret-request-keys';
import { importPrivateKey, type PrivateParts, parsePrivateLink, suggestedLabel } from './keys/secret-request-links';
import { fetchInbox } from './secret-request.client';

/** The result of opening a private link; the messages have a sentence for each. */
export type PrivateOutcome =
  | { kind: 'added'; label: string }
  | { kind: Exclude<keyof typeof requestMessages.private, 'link' | 'copyLink' | 'hint' | 'qrLabel' | 'added' | 'addedUnnamed'> };

/**
 * Imports the key of a private link into this browser, which can't export it again, and removes it from the address.
 * @param onAdded called when the key is stored
 */
export function usePrivateLink(onAdded: () => void): PrivateOutcome | null {
  const [outcome, setOutcome] = useState<PrivateOutcome | null>(null);
  const tellAdded = useEffectEvent(onAdded);

  useEffect(() => {
    const take = async () => {
      const fragment = location.hash;
      if (!fragment.includes('.') || suggestedLabel(fragment) !== null) return;
      history.replaceState({ ...history.state, __NA: true }, '', location.pathname);
      const parts = parsePrivateLink(fragment);
      const result = parts === null ? ({ kind: 'damaged' } as const) : await add(parts);
      if (result.kind === 'added') tellAdded();
      setOutcome(result);
    };
    const takeAgain = () => void take();
    takeAgain();
    window.addEventListener('hashchange', takeAgain);
    return () => window.removeEventListener('hashchange', takeAgain);
  }, []);

  return outcome;
}

async function add({ requestId, d, manageToken }: PrivateParts): Promise<PrivateOutcome> {
  const inbox = await fetchInbox(requestId, manageToken).catch(() => null);
  if (inbox === null) return { kind: 'failed' };
  if (typeof inbox === 'string') return { kind: inbox };
  const { publicKey, label, url, createdAt, expiresAt } = inbox.request;
  try {
    const privateKey = await importPrivateKey(d, publicKey);
    const thumbprint = await thumbprintOf(publicKey);
    await keepSecretRequest({ thumbprint, privateKey, requestId, manageToken, url, label, createdAt, expiresAt });
    return { kind: 'added', label };
  } catch {
    return { kind: 'damaged' };
  }
}
