import { type Expiry, parseExpiry } from '../lib/pastes/expiry.rules';
import { usageError } from './exit';

/** A week, where the instance doesn't know of a default of its own. */
export const DEFAULT_TTL_SECONDS = 604_800;

/**
 * `90s`, `10m`, `2h`, `1d`, `1w`, `1y`, seconds without a unit, or `never`.
 * @returns seconds, 1 to a year; null for `never`
 * @throws CliError usage
 */
export function parseTtl(text: string): Expiry {
  const expiry = parseExpiry(text);
  if (expiry === 'malformed') throw usageError(`"${text}" is not a time. Examples: 90s, 10m, 2h, 1d, 1w, 1y, never`);
  if (expiry === 'out-of-range')
    throw usageError(`"${text}" is out of range. A paste lives from 1 second to 1 year, or for ever ("never")`);
  return expiry;
}
