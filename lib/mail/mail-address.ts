import { domainToASCII } from 'node:url';
import { isMailAddress } from './mail.rules';

/** The address with the domain in ASCII, as the mail server takes it; null for any other text. */
export function normalAddress(typed: string): string | null {
  // `domainToASCII` reads the host of a URL, and drops what would be its port, path, query or fragment.
  const [, local = '', domain = ''] = /^(.+)@([^@:/?#\\]+)$/.exec(typed.trim()) ?? [];
  const address = `${local}@${domainToASCII(domain)}`;
  return isMailAddress(address) ? address : null;
}
