/** The parts of a request's link: the server's address, the request's id, and the thumbprint of the right public key. */
import { isPublicId, isToken, type PublicId } from '../lib/pastes/paste.rules';
import { CliError, EXIT, usageError } from './exit';
import { parseBaseUrl } from './target';

const PATH = /^(.*)\/request\/([0-9A-Za-z]{24})\/?$/;

/** @throws CliError usage; wrongKey without a whole thumbprint, since nobody could tell whose public key the server shows */
export function parseRequestLink(text: string): { baseUrl: string; requestId: PublicId; thumbprint: string } {
  const found = parse(text);
  if (found === null) throw usageError('This is not the link of a request. Expected https://HOST/request/ID#THUMBPRINT');
  const { thumbprint, ...target } = found;
  if (thumbprint !== undefined && isToken(thumbprint)) return { ...target, thumbprint };
  throw new CliError(
    EXIT.wrongKey,
    'The part of the link after # is missing, cut or mistyped, so nobody can tell whose key the server shows. Nothing was sent',
  );
}

/** Parses the id of a request that was made on this machine. @param text a link or an id @throws CliError usage */
export function parseRequestId(text: string): PublicId {
  const requestId = isPublicId(text) ? text : parse(text)?.requestId;
  if (requestId === undefined) throw usageError('Expected the link or the id of a request');
  return requestId;
}

function parse(text: string) {
  const [address = '', thumbprint] = text.trim().split('#');
  const url = URL.canParse(address) ? new URL(address) : null;
  const [, path, requestId] = PATH.exec(url?.pathname ?? '') ?? [];
  return url && path !== undefined && requestId !== undefined && isPublicId(requestId)
    ? { baseUrl: parseBaseUrl(url.origin + path), requestId, thumbprint }
    : null;
}
