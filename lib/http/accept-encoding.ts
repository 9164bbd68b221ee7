import { weightedValues } from './weighted-values';

export type Encoding = 'br' | 'gzip';

/** The best accepted encoding, by weights (RFC 9110 §12.5.3). @param header `Accept-Encoding` @returns null: none of ours */
export function acceptedEncoding(header: string | string[] | null | undefined): Encoding | null {
  const weights = new Map(weightedValues(String(header ?? '')).map(({ value, weight }) => [value, weight]));
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br';
  return weightOf('gzip') > 0 ? 'gzip' : null;
}
