/** Nothing came in time. */
export class LateError extends Error {}

/** Waits for a promise. @throws LateError after `ms`; a later result of the promise is dropped */
export async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // A turn later, in which what has come is read: a process that was busy for so long isn't a peer that was silent.
    timer = setTimeout(() => setImmediate(() => reject(new LateError(`no response within ${ms} ms`))), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
