import { randomBytes } from 'node:crypto';
import policies from './policies.json';

/** Headers of every page. They forbid the referrer, since an address may hold a paste's key. */
const PAGE_HEADERS: Record<string, string> = {
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Sent only on trustworthy addresses: elsewhere browsers ignore it and print an error. */
const OPENER_POLICY = { 'Cross-Origin-Opener-Policy': 'same-origin' };

/** Names and addresses of this machine, which browsers trust without HTTPS (W3C Secure Contexts §3.1). */
const LOOPBACK_HOST = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** @param host the request's @param baseUrl the service's, which alone shows HTTPS behind a proxy */
export const isTrustworthy = (host: string | undefined, baseUrl: string): boolean =>
  baseUrl.startsWith('https:') || LOOPBACK_HOST.test(host ?? '');

/** Headers of every page but the policy. @param hasOpenerPolicy whether the browser gives the page a process of its own */
export const commonHeaders = (hasOpenerPolicy: boolean): Record<string, string> => ({
  ...PAGE_HEADERS,
  ...(hasOpenerPolicy ? OPENER_POLICY : {}),
});

/**
 * @param isTrusted see `isTrustworthy`
 * @param isDevelopment React's development build evaluates source maps and connects to its own socket; pages of encrypted
 *   links, which show decrypted pictures as blobs, have policies of their own otherwise (scripts/build-pages.mjs)
 * @returns the headers of a rendered page; its policy has a new nonce, and Next reads it from the request header of that name
 */
export function renderedHeaders({ isTrusted, isDevelopment }: { isTrusted: boolean; isDevelopment: boolean }) {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:${isDevelopment ? ' blob:' : ''}`,
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    policies.page,
  ].join('; ');
  return { policy, headers: { ...commonHeaders(isTrusted), 'Content-Security-Policy': policy } };
}
