import { randomFillSync } from 'node:crypto';

/** Values that one call to the system gets. */
const SUPPLY = 256;

/**
 * A source of random values of this many bytes, as unpredictable as the system's own. Asking the system for a few bytes
 * costs as much as encrypting a short value, so many values are fetched at once. The supply erases each value that it
 * gives out.
 */
export function randomSupply(bytes: number): () => Buffer<ArrayBuffer> {
  const supply = Buffer.alloc(SUPPLY * bytes);
  let from = supply.length;
  return () => {
    if (from === supply.length) {
      randomFillSync(supply);
      from = 0;
    }
    const value = Buffer.alloc(bytes);
    supply.copy(value, 0, from, from + bytes);
    supply.fill(0, from, from + bytes);
    from += bytes;
    return value;
  };
}
