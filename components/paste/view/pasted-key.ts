import { type Fragment, parseFragment } from '#lib/envelope/fragment';
import { addressOf } from '#lib/site/address.rules';
import { isKey } from './model/is-key';

export type PastedKey =
  | { kind: 'key'; fragment: Fragment }
  /** `path`: the other paste's path with its fragment. */
  | { kind: 'other-paste'; path: string }
  | { kind: 'invalid' };

const ID_IN_ADDRESS = /\/(?:view|raw)\/([0-9A-Za-z]{24})(?:[/?]|$)/;

/**
 * Parses a text pasted as the missing key: a whole link, the part after its `#`, or the key alone.
 * @param publicId the id of the paste to open
 */
export function parsePastedKey(text: string, publicId: string): PastedKey {
  const given = text.trim();
  const hash = given.indexOf('#');
  const fragment = parseFragment(given.slice(hash + 1));
  if (fragment.key === null || !isKey(fragment.key)) return { kind: 'invalid' };
  const otherId = ID_IN_ADDRESS.exec(given.slice(0, Math.max(0, hash)))?.[1];
  if (otherId !== undefined && otherId !== publicId)
    return { kind: 'other-paste', path: addressOf(`/view/${otherId}${given.slice(hash)}`) };
  return { kind: 'key', fragment };
}
