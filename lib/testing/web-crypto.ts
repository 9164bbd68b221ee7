/** Notes or changes the calls of Web Crypto while some work runs, in any runtime; not two at a time. */
import { MIN_ITERATIONS } from '../envelope/envelope.rules';

export interface Derivation {
  salt: Uint8Array;
  iterations: number;
}

/** Operations of Web Crypto that decrypting an envelope uses, all of which take time. */
const OPERATIONS = ['importKey', 'deriveBits', 'deriveKey', 'unwrapKey', 'decrypt'] as const;

/**
 * Derives keys with MIN_ITERATIONS - 1 iterations fewer than asked: with one instead of 210,000. This is still real PBKDF2,
 * and different costs stay different, so that results still depend on password, salt and cost.
 *
 * @param work gets the list of derivations, with the parameters that were asked for
 */
export async function withCheapDerivations<Result>(work: (asked: readonly Derivation[]) => Promise<Result>): Promise<Result> {
  const asked: Derivation[] = [];
  const { subtle } = crypto;
  const deriveBits = (algorithm: Pbkdf2Params | HkdfParams, key: CryptoKey, length: number) => {
    if (!('iterations' in algorithm)) return SubtleCrypto.prototype.deriveBits.call(subtle, algorithm, key, length);
    asked.push({ salt: new Uint8Array(algorithm.salt as ArrayBuffer), iterations: algorithm.iterations });
    const iterations = algorithm.iterations - MIN_ITERATIONS + 1;
    return SubtleCrypto.prototype.deriveBits.call(subtle, { ...algorithm, iterations }, key, length);
  };
  Object.defineProperty(subtle, 'deriveBits', { value: deriveBits, configurable: true });
  try {
    return await work(asked);
  } finally {
    Reflect.deleteProperty(subtle, 'deriveBits');
  }
}

/** @returns the operations of Web Crypto that the work asked for, in order */
export async function operationsOf(work: () => Promise<unknown>): Promise<string[]> {
  const begun: string[] = [];
  const { subtle } = crypto;
  for (const name of OPERATIONS) {
    const original: (...parameters: never[]) => unknown = SubtleCrypto.prototype[name];
    const noted = (...parameters: never[]) => {
      begun.push(name);
      return original.apply(subtle, parameters);
    };
    Object.defineProperty(subtle, name, { value: noted, configurable: true });
  }
  try {
    await work();
    return begun;
  } finally {
    for (const name of OPERATIONS) Reflect.deleteProperty(subtle, name);
  }
}

/** @returns the number of bytes that decompression produced during the work */
export async function countInflatedBytes(work: () => Promise<unknown>): Promise<number> {
  const original = globalThis.DecompressionStream;
  let bytes = 0;
  globalThis.DecompressionStream = class extends original {
    override readonly readable: DecompressionStream['readable'];

    constructor(format: CompressionFormat) {
      super(format);
      const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          bytes += chunk.length;
          controller.enqueue(chunk);
        },
      });
      this.readable = super.readable.pipeThrough(count);
    }
  };
  try {
    await work();
    return bytes;
  } finally {
    globalThis.DecompressionStream = original;
  }
}
