import { domainToASCII } from 'node:url';
import { isMailAddress } from './mail.rules';

/** The address with the domain in ASCII, as the mail server takes it; null for any other text. */
export function normalAddress(typed: string): string | null {
  // `domainToASCII` reads the host of a URL, and drops what would be its port, path, query or fragment.
  const [, local = '', domain = ''] = /^(.+)@([^@:/?#\\]+)$/.exec(typed.trim()) ?? [];
  const address = `${local}@${domainToASCII(domain)}`;
  return isMailAddress(address) ? address : null;
}

/** The mail server and the sender, as SMTP_URL and MAIL_FROM name them. */
export interface SmtpServer {
  host: string;
  port: number;
  /** `implicit`: TLS from the first byte. `required`: STARTTLS, or nothing is sent. `off`: no TLS. */
  tls: 'implicit' | 'required' | 'off';
  auth: { user: string; pass: string } | null;
}

export interface MailSenderAddress {
  /** Null: the name of the site. */
  name: string | null;
  address: string;
}

/** Ports of RFC 8314 §3.3 and RFC 6409. */
const PORTS = { implicit: 465, required: 587, off: 587 } as const;

/** Parses `smtps://user:password@host:465` or `smtp://host:587?tls=required|off`. @returns null for any other text */
export function parseSmtpUrl(text: string): SmtpServer | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (hostname === '' || !/^\/?$/.test(pathname) || hash !== '' || (username === '') !== (password === '')) return null;
  const tls = tlsOf(protocol, search);
  if (tls === null) return null;
  try {
    const auth = username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
    return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? PORTS[tls] : Number(port), tls, auth };
  } catch {
    return null;
  }
}

function tlsOf(protocol: string, search: string): SmtpServer['tls'] | null {
  if (protocol === 'smtps:') return search === '' ? 'implicit' : null;
  if (protocol !== 'smtp:') return null;
  if (search === '' || search === '?tls=required') return 'required';
  return search === '?tls=off' ? 'off' : null;
}

/** Parses `paste@example.org` or `Paste <paste@example.org>`. @returns null for any other text */
export function parseMailFrom(text: string): MailSenderAddress | null {
  const [, name = '', address = text] = /^\s*([^<>]*?)\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  if (!isMailAddress(address) || /\p{Cc}/u.test(name)) return null;
  return { name: name.replace(/^"(.*)"$/, '$1') || null, address };
}
