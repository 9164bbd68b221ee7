import { MAX_TTL_SECONDS } from '../lib/pastes/paste.rules';
import { usageError } from './exit';

const UNIT_SECONDS: Record<string, number> = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800, y: 31_536_000 };

/** A week, like the page for new pastes. */
export const DEFAULT_TTL_SECONDS = 604_800;

/**
 * `90s`, `10m`, `2h`, `1d`, `1w`, `1y`, seconds without a unit, or `never`.
 * @returns seconds, 1 to a year; null for `never`
 * @throws CliError usage
 */
export function parseTtl(text: string): number | null {
  if (text === 'never') return null;
  const [, digits = '', unit = ''] = /^(\d{1,9})([smhdwy]?)$/.exec(text) ?? [];
  const seconds = Number(digits) * (UNIT_SECONDS[unit] ?? 0);
  if (digits === '') throw usageError(`"${text}" is not a time. Examples: 90s, 10m, 2h, 1d, 1w, 1y, never`);
  if (seconds < 1 || seconds > MAX_TTL_SECONDS)
    throw usageError(`"${text}" is out of range. A paste lives from 1 second to 1 year, or for ever ("never")`);
  return seconds;
}
