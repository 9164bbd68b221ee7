import { DEFAULT_EXPIRY, type Expiry, isWithin, longest, type OfferedExpiries, parseExpiry } from '#lib/pastes/expiry.rules';

/** What somebody chose: nothing yet, an offered expiry, or a time of their own; 'wrong' while that one can't be. */
export type ChosenExpiry = Expiry | typeof DEFAULT_EXPIRY | 'wrong';

/** The units that a time of one's own is given in, the largest first. */
export const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const;

type Unit = (typeof UNITS)[number][0];

/** A time of one's own as it was typed. */
export interface OwnTime {
  amount: string;
  unit: Unit;
}

/** The expiry a paste gets: the choice, or what comes nearest to it. */
export function resolveExpiry(chosen: ChosenExpiry, { choices, preselected, maxSeconds }: OfferedExpiries): Expiry {
  if (typeof chosen === 'string') return preselected;
  if (choices.includes(chosen)) return chosen;
  return chosen === null ? longest(choices) : Math.min(chosen, maxSeconds);
}

/** @param value of a form's field, or anything else from outside */
export function parseChosen(value: unknown): ChosenExpiry {
  const expiry = parseExpiry(String(value));
  return typeof expiry === 'string' ? DEFAULT_EXPIRY : expiry;
}

/** As value of a field, and in a storage. */
export function expiryName(expiry: ChosenExpiry): string {
  return expiry === null ? 'never' : `${expiry}`;
}

/** In the largest unit that divides it; less than a minute is one. */
export function ownTimeOf(seconds: number): OwnTime {
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0) ?? ['minutes', 60];
  return { amount: String(Math.ceil(seconds / length)), unit };
}

export function secondsOf({ amount, unit }: OwnTime, maxSeconds: number): number | 'wrong' {
  const length = UNITS.find(([name]) => name === unit)?.[1] ?? 60;
  const seconds = /^\d{1,9}$/.test(amount) ? Number(amount) * length : 0;
  return seconds >= 1 && isWithin(seconds, maxSeconds) ? seconds : 'wrong';
}
