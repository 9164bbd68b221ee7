/** Expiry times: how people write them, and which an operator offers. Browser-safe. */
import { DAY_SECONDS } from '../encoding/time.rules';
import { MAX_TTL_SECONDS } from './paste.rules';

/** Seconds; null: for ever. */
export type Expiry = number | null;

/** Expiries that a page offers. */
export interface ExpiryOptions {
  choices: readonly Expiry[];
  /** The choice for a paste that names no expiry. */
  preselected: Expiry;
}

/** The choices of a host, and the longest time that a person can enter instead. */
export interface OfferedExpiries extends ExpiryOptions {
  maxSeconds: number;
}

/** The choices of a host whose operator names none (EXPIRY_OPTIONS). */
export const DEFAULT_EXPIRIES: OfferedExpiries = {
  choices: [600, 3_600, DAY_SECONDS, 7 * DAY_SECONDS, 30 * DAY_SECONDS, 365 * DAY_SECONDS, null],
  preselected: 7 * DAY_SECONDS,
  maxSeconds: MAX_TTL_SECONDS,
};

/** Sent instead of seconds: the service's default. */
export const DEFAULT_EXPIRY = 'default';

const UNIT_SECONDS: Record<string, number> = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800, y: 31_536_000 };

const UNIT_NAMES = [
  ['year', 31_536_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/**
 * `90s`, `10m`, `2h`, `1d`, `1w`, `1y`, seconds without a unit, or `never`.
 * @returns 'malformed', or 'out-of-range' for what is not 1 second to a year
 */
export function parseExpiry(text: string): Expiry | 'malformed' | 'out-of-range' {
  if (text === 'never') return null;
  const [, amount, unit = ''] = /^(\d{1,9})([smhdwy]?)$/.exec(text) ?? [];
  if (amount === undefined) return 'malformed';
  const seconds = Number(amount) * (UNIT_SECONDS[unit] as number);
  return seconds >= 1 && seconds <= MAX_TTL_SECONDS ? seconds : 'out-of-range';
}

/** A length of time in the largest unit that divides it. */
export function unitOf(seconds: number): [amount: number, unit: (typeof UNIT_NAMES)[number][0]] {
  const [unit, length] = UNIT_NAMES.find(([, each]) => seconds % each === 0) ?? ['second', 1];
  return [seconds / length, unit];
}

/** @param maxSeconds null: no limit */
export function isWithin(expiry: Expiry, maxSeconds: number | null): boolean {
  return maxSeconds === null || (expiry !== null && expiry <= maxSeconds);
}

/** The choices up to a limit, or the limit itself when all are longer. Preselects the longest when the default is over the limit. */
export function optionsWithin({ choices, preselected }: ExpiryOptions, maxSeconds: number | null): ExpiryOptions {
  const allowed = choices.filter((choice) => isWithin(choice, maxSeconds));
  if (allowed.length === 0) return { choices: [maxSeconds], preselected: maxSeconds };
  return { choices: allowed, preselected: allowed.includes(preselected) ? preselected : longest(allowed) };
}

export function longest(choices: readonly Expiry[]): Expiry {
  return choices.includes(null) ? null : Math.max(...choices.map(Number));
}

/** @param maxSeconds the operator's limit; by default the API's */
export function offeredExpiries(options: ExpiryOptions, maxSeconds: number = MAX_TTL_SECONDS): OfferedExpiries {
  return { ...options, maxSeconds };
}
