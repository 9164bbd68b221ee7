import { randomFillSync } from 'node:crypto';

/** Values that are asked for at a time. */
const SUPPLY = 256;

/**
 * A source of random values of so many bytes, as unpredictable as the system's own. Asking the system for a few bytes
 * costs as much as encrypting a short value, so they are asked for in advance; in the supply nothing is left of a value
 * that was given out.
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
