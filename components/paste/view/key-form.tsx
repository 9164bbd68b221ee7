'use client';

import { useState } from 'react';
import { keyFormMessages as messages } from '#components/messages/key-form';
import { KeyLink } from '#components/ui/key-link';
import { isKey } from '#lib/envelope/envelope-key';
import { type Fragment, formatFragment, parseFragment } from '#lib/envelope/fragment';
import { parseLink } from '#lib/envelope/link';
import { addressOf } from '#lib/site/address.rules';
import { LineForm } from './line-form';
import { openFragment } from './model/view-address';

type PastedKey =
  | { kind: 'key'; fragment: Fragment }
  /** `path`: the other paste's path with its fragment. */
  | { kind: 'other-paste'; path: string }
  | { kind: 'invalid' };

/** Takes the key that is missing from the link. The page then continues as if the link had held it. */
export function KeyForm({ publicId }: { publicId: string }) {
  const [pasted, setPasted] = useState<PastedKey | { kind: 'same' } | null>(null);

  function submit(text: string): void {
    const found = parsePastedKey(text, publicId);
    const isSame = found.kind === 'key' && formatFragment(found.fragment) === location.hash;
    setPasted(isSame ? { kind: 'same' } : found);
    if (found.kind === 'key' && !isSame) openFragment(found.fragment);
  }

  return (
    <LineForm
      label={messages.label}
      hint={messages.hint}
      problem={pasted === null || pasted.kind === 'key' ? '' : messages.problems[pasted.kind]}
      button={messages.button}
      onSubmit={submit}
    >
      {pasted?.kind === 'other-paste' ? <KeyLink address={pasted.path}>{messages.openOther}</KeyLink> : null}
    </LineForm>
  );
}

/**
 * Parses a text pasted as the missing key: a whole link, the part after its `#`, or the key alone.
 * @param publicId the id of the paste to open
 */
export function parsePastedKey(text: string, publicId: string): PastedKey {
  const link = parseLink(text);
  const { wasSent: _, ...fragment } = parseFragment(link?.fragment ?? text);
  if (fragment.key === null || !isKey(fragment.key)) return { kind: 'invalid' };
  if (link && link.id !== publicId) return { kind: 'other-paste', path: addressOf(`/view/${link.id}${formatFragment(fragment)}`) };
  return { kind: 'key', fragment };
}
