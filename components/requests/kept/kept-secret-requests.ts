/**
 * Remembers, in localStorage, the links of the requests made in this browser, beside its pastes.
 * Not protected: whoever uses this browser's profile can read the answers. Where nothing can be stored, the page has shown the links.
 */
import { useSyncExternalStore } from 'react';
import { REQUESTS_KEY } from '#components/ui/kept-here';
import { listen } from '#components/ui/listen';
import { keepJson, localStore, readJson } from '#components/ui/storage';
import { parseLink } from '#lib/envelope/link';

export interface KeptSecretRequest {
  requestId: string;
  /** The key of the inbox link. */
  inboxKey: string;
  /** The request link, with its secrets. */
  link: string;
  label: string;
  /** ISO 8601 */
  createdAt: string;
  expiresAt: string;
}

const MAX_REQUESTS = 200;

/** The list as it was read last: the same object until it changes, as useSyncExternalStore requires. */
let latest: { text: string | null; requests: readonly KeptSecretRequest[] } = { text: null, requests: [] };

/** The newest first; null on the server and until the page has hydrated. */
export const useKeptSecretRequests = (): readonly KeptSecretRequest[] | null => useSyncExternalStore(subscribe, current, () => null);

function current(): readonly KeptSecretRequest[] {
  const text = localStore()?.getItem(REQUESTS_KEY) ?? null;
  if (text !== latest.text) latest = { text, requests: readKept() };
  return latest.requests;
}

const subscribe = (onChange: () => void) => listen(window, 'storage', onChange);

export function keepSecretRequest(request: KeptSecretRequest): void {
  write([request, ...readKept()].slice(0, MAX_REQUESTS));
}

export function forgetSecretRequest(forgotten: string): void {
  write(readKept().filter(({ requestId }) => requestId !== forgotten));
}

export const inboxLinkOf = ({ link, requestId, inboxKey }: KeptSecretRequest): string =>
  `${link.slice(0, link.lastIndexOf('/request/'))}/inbox/${requestId}#${inboxKey}`;

function write(requests: readonly KeptSecretRequest[]): void {
  keepJson(localStore(), REQUESTS_KEY, requests);
  // Browsers send this event to other tabs only.
  window.dispatchEvent(new Event('storage'));
}

function readKept(): KeptSecretRequest[] {
  const kept = readJson(localStore(), REQUESTS_KEY);
  return Array.isArray(kept) ? kept.filter(isKept) : [];
}

/** The storage may hold what another program or version has written. */
function isKept(value: unknown): value is KeptSecretRequest {
  const { requestId, inboxKey, link, label, createdAt, expiresAt } = Object(value) as Record<string, unknown>;
  if ([requestId, inboxKey, link, label, createdAt, expiresAt].some((field) => typeof field !== 'string')) return false;
  const found = parseLink(String(link));
  return found?.kind === 'request' && found.id === requestId && !Number.isNaN(Date.parse(`${createdAt}`) + Date.parse(`${expiresAt}`));
}
