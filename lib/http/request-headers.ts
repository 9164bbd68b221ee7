/** Values of single request headers. */
import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../encoding/sha256';

export type Encoding = 'br' | 'gzip';

/** The best accepted encoding, by weights (RFC 9110 §12.5.3). @param header `Accept-Encoding` @returns null: none of ours */
export function acceptedEncoding(header: string | string[] | null | undefined): Encoding | null {
  const weights = new Map(weightedValues(String(header ?? '')).map(({ value, weight }) => [value, weight]));
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br';
  return weightOf('gzip') > 0 ? 'gzip' : null;
}

/** Whether an `If-None-Match` names the tag (RFC 9110 §13.1.2; a proxy may have weakened it). @param tag with its quotes */
export const namesTag = (header: string | null | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')));

/**
 * The values of a header such as `Accept-Encoding`, in lower case and in its order, with their weights (RFC 9110 §12.4.2): 0 for one
 * that is no number, too.
 */
export const weightedValues = (header: string) =>
  header.split(',').map((part) => {
    const [value = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { value, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
  });

/** @param header `Cookie` @returns the value of a cookie; undefined when there is none */
export function cookieValue(header: string | null, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}

/** Whether the header is `Bearer TOKEN`. The time of the comparison tells nothing about the token, not even its length. */
export function isBearer(authorization: string | null | undefined, token: string): boolean {
  const shown = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return timingSafeEqual(sha256(shown ?? ''), sha256(token)) && shown !== undefined;
}
