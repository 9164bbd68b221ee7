import { randomBytes } from 'node:crypto';
import { pagePolicy } from '#lib/http/page-policy';

/** Names and addresses of this machine, which browsers trust without HTTPS (W3C Secure Contexts §3.1). */
const LOOPBACK_HOST = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** @param host the request's @param baseUrl the service's, which alone shows HTTPS behind a proxy */
export const isTrustworthy = (host: string | undefined, baseUrl: string): boolean =>
  baseUrl.startsWith('https:') || LOOPBACK_HOST.test(host ?? '');

/**
 * Headers of every page but its policy. They forbid the referrer, since an address may hold a paste's key.
 * @param hasOpenerPolicy whether the browser gives the page a process of its own; elsewhere than on trustworthy addresses browsers
 *   ignore that header and print an error
 */
export const pageHeaders = (hasOpenerPolicy: boolean): Record<string, string> => ({
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  ...(hasOpenerPolicy ? { 'Cross-Origin-Opener-Policy': 'same-origin' } : {}),
});

/**
 * The policy of a rendered page, with a new nonce. Pages that are files have policies of their own (scripts/build-pages.ts).
 * @param isDevelopment React's development build evaluates source maps and connects to its own socket
 */
export function renderedPolicy(isDevelopment: boolean): string {
  const nonce = randomBytes(16).toString('base64');
  return pagePolicy({
    scripts: `'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    styles: `'self' 'nonce-${nonce}'`,
    connections: isDevelopment ? 'ws:' : '',
  });
}
