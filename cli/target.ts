/** The parts of links to pastes and to requests. The key of a paste and the thumbprint of a request's public key stay on this machine. */
import { parseFragment, requestSecretsIn, secretIn } from '../lib/envelope/fragment';
import { parseLink } from '../lib/envelope/link';
import { isPublicId, isToken, type PublicId } from '../lib/pastes/paste.rules';
import { CliError, EXIT, usageError } from './exit';
import { takeLogin } from './proxy';

declare const allowed: unique symbol;

/** The address of a service that the program may contact (`Settings.reach`), without a slash at its end. */
export type BaseUrl = string & { readonly [allowed]: 'BaseUrl' };

export interface Target extends Link {
  baseUrl: BaseUrl;
}

export interface Link {
  /** The service's address, without a slash at its end. */
  baseUrl: string;
  publicId: PublicId;
  /** The key in the fragment, unchecked; null when there is none. */
  key: string | null;
}

export interface RequestTarget {
  baseUrl: BaseUrl;
  requestId: PublicId;
}

/**
 * @param text a link, or, with a configured address, an id with or without `#KEY`
 * @throws CliError usage; its message doesn't quote the link, which has the key
 */
export function parseTarget(text: string, baseUrl: string | null): Link {
  const link = parseLink(text);
  if (!link || link.kind === 'request' || link.kind === 'inbox' || !isPublicId(link.id))
    throw usageError('This is not the link of a paste. Expected https://HOST/view/ID#KEY');
  const target = { publicId: link.id, key: parseFragment(link.fragment).key };
  if (link.address !== '') return { baseUrl: parseBaseUrl(link.address), ...target };
  if (baseUrl === null) throw usageError(`An id alone needs the service's address: ${NO_ADDRESS}`);
  return { baseUrl, ...target };
}

export const NO_ADDRESS = 'use --url https://HOST, set SEALPASTE_URL, or run "sealpaste login --url https://HOST"';

/** Keeps a login in the address for requests to its origin. @returns without it and without a slash at its end @throws CliError usage */
export function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw usageError("The service's address must start with https:// or http://");
  if (url.search || url.hash) throw usageError("The service's address can't have a query or fragment");
  const { origin, pathname } = takeLogin(url);
  return origin + pathname.replace(/\/+$/, '');
}

/**
 * @returns `labelKey` opens what is asked for; in whatever form, '' when there is none
 * @throws CliError usage; wrongKey without a whole thumbprint, since nobody could tell whose public key the server shows
 */
export function parseRequestLink(text: string) {
  const found = parseRequest(text);
  if (found?.kind !== 'request') throw usageError('This is not the link of a request. Expected https://HOST/request/ID#THUMBPRINT.KEY');
  const { baseUrl, requestId, fragment } = found;
  const secrets = requestSecretsIn(fragment);
  if (isToken(secrets.thumbprint)) return { baseUrl, requestId, ...secrets };
  throw damagedRequestLink();
}

export const damagedRequestLink = (): CliError =>
  new CliError(
    EXIT.wrongKey,
    'The part of the link after # is missing, cut or mistyped, so nobody can tell whose key the server shows. Nothing was sent',
  );

/** Parses a request of the asker: its id, its link, or its inbox link, which needs nothing from this machine. @throws CliError usage */
export function parseOwnRequest(text: string) {
  if (isPublicId(text)) return { requestId: text, inbox: null };
  const found = parseRequest(text);
  if (found === null) throw usageError('Expected the link or the id of a request');
  const { kind, baseUrl, requestId } = found;
  if (kind === 'request') return { requestId, inbox: null };
  const inboxKey = secretIn(found.fragment);
  if (!isToken(inboxKey)) throw usageError('The part of the inbox link after # is missing, cut or mistyped');
  return { requestId, inbox: { baseUrl, requestId, inboxKey } };
}

function parseRequest(text: string) {
  const link = parseLink(text);
  if (link === null || !isPublicId(link.id) || (link.kind !== 'request' && link.kind !== 'inbox')) return null;
  return { kind: link.kind, baseUrl: parseBaseUrl(link.address), requestId: link.id, fragment: link.fragment };
}
