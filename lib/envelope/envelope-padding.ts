/**
 * The member `pad` of an envelope's document, which readers ignore: spaces that round up the encrypted length, so that it
 * shows the text's length only to a sixteenth (Padmé of Nikitin et al., "Reducing Metadata Leakage from Encrypted
 * Files and Communication with PURBs", 2019), and nothing about texts below `MIN_SEALED_BYTES`.
 *
 * The member comes first. With compression it is in stored blocks (RFC 1951 §3.2.4), which aren't compressed, and the blocks
 * of the rest don't refer back to them. So the compressed length can be computed without trying lengths.
 *
 * Not protected: the length of a compressed text shows how repetitive it is, and `zip` shows that it was compressed.
 */
import { MAX_PLAINTEXT_BYTES, MIN_SEALED_BYTES } from './envelope.rules';

const BEFORE = '{"pad":"';
const AFTER = '",';
const SHELL_BYTES = BEFORE.length + AFTER.length;
const SPACE = 0x20;
const STORED_MAX_BYTES = 65_535;
const STORED_HEADER_BYTES = 5;

export interface Padding {
  /** Bytes of the document up to its second member: the brace alone, or `pad` as well. */
  memberBytes: number;
  /** `memberBytes` as encrypted: with the headers of DEFLATE's stored blocks, when the rest is compressed. */
  headBytes: number;
}

interface ToPad {
  /** Encrypted bytes of the document without its first brace. */
  restBytes: number;
  /** Bytes of the document without its first brace, before compression. */
  plainBytes: number;
  isCompressed: boolean;
  /** Encrypted bytes for which an envelope has room. */
  maxBytes: number;
}

/** Computes a document's padding: up to the next length of Padmé, or as far as the limits allow. */
export function planPadding({ restBytes, plainBytes, isCompressed, maxBytes }: ToPad): Padding {
  const least = restBytes + SHELL_BYTES + (isCompressed ? STORED_HEADER_BYTES : 0);
  const headBytes = Math.min(roundUp(Math.max(MIN_SEALED_BYTES, least)), maxBytes) - restBytes;
  const memberBytes = headBytes - (isCompressed ? STORED_HEADER_BYTES * blocksOf(headBytes) : 0);
  if (memberBytes >= SHELL_BYTES && memberBytes + plainBytes <= MAX_PLAINTEXT_BYTES) return { memberBytes, headBytes };
  return { memberBytes: 1, headBytes: isCompressed ? 1 + STORED_HEADER_BYTES : 1 };
}

/** @returns the bytes to encrypt: the padding and the rest */
export function withPadding({ memberBytes, headBytes }: Padding, rest: Uint8Array, isCompressed: boolean): Uint8Array {
  const bytes = new Uint8Array(headBytes + rest.length);
  const member = memberOf(memberBytes);
  if (isCompressed) storeIn(bytes, member, blocksOf(headBytes));
  else bytes.set(member);
  bytes.set(rest, headBytes);
  return bytes;
}

/** Rounds up a length by Padmé, which keeps about as many of its binary digits as its exponent has. */
function roundUp(bytes: number): number {
  const exponent = 31 - Math.clz32(bytes);
  const step = 2 ** (exponent - (32 - Math.clz32(exponent)));
  return Math.ceil(bytes / step) * step;
}

const blocksOf = (headBytes: number) => Math.ceil(headBytes / (STORED_HEADER_BYTES + STORED_MAX_BYTES));

function memberOf(memberBytes: number): Uint8Array {
  const [before, after] = memberBytes < SHELL_BYTES ? ['{', ''] : [BEFORE, AFTER];
  const member = new Uint8Array(memberBytes).fill(SPACE);
  const encoder = new TextEncoder();
  encoder.encodeInto(before, member);
  encoder.encodeInto(after, member.subarray(memberBytes - after.length));
  return member;
}

/** Writes the member as this many stored blocks, none marked as the stream's last; one may be empty. */
function storeIn(bytes: Uint8Array, member: Uint8Array, blocks: number): void {
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (let block = 0; block < blocks; block++) {
    const stored = member.subarray(block * STORED_MAX_BYTES, (block + 1) * STORED_MAX_BYTES);
    view.setUint16(at + 1, stored.length, true);
    view.setUint16(at + 3, ~stored.length, true);
    bytes.set(stored, at + STORED_HEADER_BYTES);
    at += STORED_HEADER_BYTES + stored.length;
  }
}
