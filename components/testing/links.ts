/** Links whose address may have a key, and what no attribute of the document may have. */
import { fireEvent } from '@testing-library/react';
import { vi } from 'vitest';

/** A fragment with a key, a token or the parts of a private link. */
const SECRET_FRAGMENT = /#(?:[\w-]*[=.])?[\w-]{43}/;

/** @returns the address that the link opens in a new tab */
export function addressOfLink(link: HTMLElement): string | null {
  if (link.hasAttribute('href')) return link.getAttribute('href');
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  fireEvent(link, new MouseEvent('auxclick', { bubbles: true, button: 1 }));
  const [address = null] = open.mock.lastCall ?? [];
  open.mockRestore();
  return address === null ? null : String(address);
}

/**
 * Finds attributes with a secret, which a style sheet of the host could match, and so tell the host.
 * @param secrets further texts that no attribute may have
 */
export function attributesWithSecrets(root: ParentNode, secrets: readonly string[] = []): string[] {
  return [...root.querySelectorAll('*')].flatMap(({ localName, attributes }) =>
    [...attributes]
      .filter(({ value }) => SECRET_FRAGMENT.test(value) || secrets.some((secret) => value.includes(secret)))
      .map(({ name, value }) => `${localName}[${name}="${value}"]`),
  );
}
