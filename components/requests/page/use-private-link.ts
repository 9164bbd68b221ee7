import { useEffect, useEffectEvent, useState } from 'react';
import type { requestMessages } from '#components/messages/requests';
import { thumbprintOf } from '#lib/envelope/answer.keys';
import { keepRequest } from '../keys/request-keys.store';
import { importPrivateKey, type PrivateParts, parsePrivateLink } from '../keys/request-links';
import { fetchInbox } from '../request.client';

/** What came of a private link: the catalogue has a sentence for each. */
export type PrivateOutcome =
  | { kind: 'added'; label: string }
  | { kind: Exclude<keyof typeof requestMessages.private, 'link' | 'copyLink' | 'hint' | 'qrLabel' | 'added' | 'addedUnnamed'> };

/**
 * Takes the key of a private link into this browser, from where it can't be read any more, and out of the address.
 * @param onAdded it is in the store
 */
export function usePrivateLink(onAdded: () => void): PrivateOutcome | null {
  const [outcome, setOutcome] = useState<PrivateOutcome | null>(null);
  const tellAdded = useEffectEvent(onAdded);

  useEffect(() => {
    const take = async () => {
      const fragment = location.hash;
      if (!fragment.includes('.')) return;
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
    await keepRequest({ thumbprint, privateKey, requestId, manageToken, url, label, createdAt, expiresAt });
    return { kind: 'added', label };
  } catch {
    return { kind: 'damaged' };
  }
}
