import { withAsciiDigits } from '#lib/locales/digits.rules';
import { DEFAULT_EXPIRY, type Expiry, isWithin, longest, type OfferedExpiries, parseExpiry } from '#lib/pastes/expiry.rules';

/** The chosen expiry: none yet, an offered one or a typed time; 'wrong' while the typed time is invalid. */
export type ChosenExpiry = Expiry | typeof DEFAULT_EXPIRY | 'wrong';

/** The units of a typed time in seconds, the largest first. */
export const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const;

type Unit = (typeof UNITS)[number][0];

/** A time as somebody typed it. */
export interface OwnTime {
  amount: string;
  unit: Unit;
}

/** The expiry a paste gets: the chosen one, or the nearest that the operator allows. */
export function resolveExpiry(chosen: ChosenExpiry, { choices, preselected, maxSeconds }: OfferedExpiries): Expiry {
  if (typeof chosen === 'string') return preselected;
  if (choices.includes(chosen)) return chosen;
  return chosen === null ? longest(choices) : Math.min(chosen, maxSeconds);
}

/** @param value the value of a form's field, or anything else from outside */
export function parseChosen(value: unknown): ChosenExpiry {
  const expiry = parseExpiry(String(value));
  return typeof expiry === 'string' ? DEFAULT_EXPIRY : expiry;
}

/** Writes an expiry as the value of a field and for storage. */
export function expiryName(expiry: ChosenExpiry): string {
  return expiry === null ? 'never' : `${expiry}`;
}

/** Writes seconds in the largest unit that divides them; rounds up to whole minutes. */
export function ownTimeOf(seconds: number): OwnTime {
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0) ?? ['minutes', 60];
  return { amount: String(Math.ceil(seconds / length)), unit };
}

export function secondsOf({ amount, unit }: OwnTime, maxSeconds: number): number | 'wrong' {
  const seconds = parseExpiry(`${withAsciiDigits(amount)}${unit.charAt(0)}`);
  return typeof seconds === 'number' && isWithin(seconds, maxSeconds) ? seconds : 'wrong';
}
