/** How long a paste may live, in seconds; null is for ever. */
export const EXPIRIES = [600, 3_600, 86_400, 604_800, 2_592_000, 31_536_000, null] as const;

export type Expiry = (typeof EXPIRIES)[number];

export const DEFAULT_EXPIRY: Expiry = 604_800;

/** What may be chosen where the operator keeps nothing longer. @param maxSeconds null: no such limit */
export function expiriesWithin(maxSeconds: number | null): readonly Expiry[] {
  if (maxSeconds === null) return EXPIRIES;
  const allowed = EXPIRIES.filter((expiry) => expiry !== null && expiry <= maxSeconds);
  // Below the shortest the server says what it takes.
  return allowed.length > 0 ? allowed : [EXPIRIES[0]];
}

/** The same or, where that isn't allowed, the longest that is. */
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
