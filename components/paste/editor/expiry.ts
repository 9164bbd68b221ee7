/** How long a paste may live, in seconds; null is for ever. */
export const EXPIRIES = [600, 3_600, 86_400, 604_800, 2_592_000, 31_536_000, null] as const;

export type Expiry = (typeof EXPIRIES)[number];

export const DEFAULT_EXPIRY: Expiry = 604_800;

/** The choices within the operator's limit. @param maxSeconds null: no limit */
export function expiriesWithin(maxSeconds: number | null): readonly Expiry[] {
  if (maxSeconds === null) return EXPIRIES;
  const allowed = EXPIRIES.filter((expiry) => expiry !== null && expiry <= maxSeconds);
  // A limit below the shortest choice: the server explains it.
  return allowed.length > 0 ? allowed : [EXPIRIES[0]];
}

/** The expiry itself, or the longest allowed one. */
export function fitExpiry(expiry: Expiry, maxSeconds: number | null): Expiry {
  const allowed = expiriesWithin(maxSeconds);
  return allowed.includes(expiry) ? expiry : (allowed.at(-1) as Expiry);
}

/** @param value of a form's field, or anything else from outside */
export function parseExpiry(value: unknown): Expiry {
  const found = EXPIRIES.find((expiry) => expiryName(expiry) === String(value));
  return found === undefined ? DEFAULT_EXPIRY : found;
}

export type ExpiryName = `${NonNullable<Expiry>}` | 'never';

/** As value of a field and name of a text. */
export function expiryName(expiry: Expiry): ExpiryName {
  return expiry === null ? 'never' : `${expiry}`;
}
