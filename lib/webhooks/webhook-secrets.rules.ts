/**
 * Secrets of webhooks, which each format uses in its way: a key for signatures, an access token that is sent, or nothing.
 *
 * Guarantees: a token is stored with the origin for which it was given, and is sent to no other. So whoever changes a webhook's
 * address doesn't learn its token.
 */
import { isToken, secretUseOf, type WebhookFormat } from './formats/format.rules';

/** An access token, for the `pattern` of a field. */
export const TOKEN_PATTERN = '[\\x21-\\x7e]+';
const TOKEN = new RegExp(`^${TOKEN_PATTERN}$`);

/**
 * Returns what is wrong with the secret of a new webhook, or with one that is to be changed; null if nothing is.
 * @param secret undefined: none was given
 */
export function problemWithSecret(format: WebhookFormat, secret: string | undefined): string | null {
  const use = secretUseOf(format);
  // A program may send a secret with every webhook, also where the format has no use for it.
  if (use === 'none' || use === 'optional token') return null;
  if (secret === undefined) {
    return use === 'signs' ? 'expected a secret, with which requests are signed' : 'expected the access token as the secret';
  }
  return use === 'signs' || isAccessToken(secret) ? null : 'expected an access token, without spaces';
}

const isAccessToken = (secret: string): boolean => TOKEN.test(secret);

/** The text to seal; '' stands for no secret, also in place of what can't be a token. @param secret that `problemWithSecret` accepts */
export function storedSecret(format: WebhookFormat, url: string, secret: string | undefined): string {
  const use = secretUseOf(format);
  if (use === 'none' || secret === undefined) return '';
  if (!isToken(use)) return secret;
  return isAccessToken(secret) ? `${new URL(url).origin} ${secret}` : '';
}

/** @param stored as `storedSecret` returns it @returns '' without a token, null when it was given for another server */
export function tokenFor(url: URL, stored: string): string | null {
  if (stored === '') return '';
  const [origin, token = ''] = stored.split(' ');
  return origin === url.origin ? token : null;
}

/** Whether the stored secret serves the webhook after a change of its format or address. */
export function isSecretKept(before: { format: WebhookFormat; url: string }, after: { format: WebhookFormat; url: string }): boolean {
  const use = secretUseOf(after.format);
  if (!isToken(use)) return use === secretUseOf(before.format);
  return before.format === after.format && originOf(before.url) === originOf(after.url);
}

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);
