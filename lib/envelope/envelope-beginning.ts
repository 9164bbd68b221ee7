/**
 * Decrypts the beginning of a long text, for a page that shows its first lines while a worker decrypts the whole.
 * `envelope.ts` has the guarantees; all of the envelope is authenticated before any of it is read.
 */
import { bytesThrough } from './envelope-compression';
import { decryptBytes, inspectForKey } from './envelope-direct';
import type { SealedText } from './envelope-document';

/** A document up to its text, with the members in the order in which `envelope-padding.ts` and `envelope-encode.ts` write them. */
const BEFORE_TEXT = /^\{(?:"pad":" *",)?"v":1,(?:"title":("(?:[^"\\]|\\.)*"),)?(?:"syntax":"(?:[^"\\]|\\.)*",)?"content":"/;
/** The part of a document that padding may take, but for the smallest ones (`envelope-padding.ts`). */
const MAX_PADDING = 1 / 16;
/** Whole characters of a JSON string, up to its end or the middle of an escape. */
const JSON_CHARACTERS = /(?:[^"\\]|\\(?:u[\da-f]{4}|[^u]))*/iy;

/**
 * @param envelope as stored, up to 10 MiB
 * @param key the fragment's 43 characters
 * @param maxBytes of the document to read, besides its padding
 * @returns the title, and the part of the text that these bytes have; null: another program wrote the document in another order
 * @throws EnvelopeError as `openWithKey`, but for the document; TypeError for one that isn't compressed as it says
 */
export async function openBeginning(
  envelope: string,
  key: string,
  maxBytes: number,
): Promise<Pick<SealedText, 'title' | 'content'> | null> {
  const { contentKey, compressed } = await inspectForKey(envelope, key);
  const whole = await decryptBytes(envelope, contentKey);
  const end = maxBytes + Math.ceil(whole.length * MAX_PADDING);
  const plaintext = compressed ? await bytesThrough(new DecompressionStream('deflate-raw'), whole, end) : whole;
  // A stream's decoder leaves out a character that is cut.
  const text = new TextDecoder().decode(plaintext.subarray(0, end), { stream: true });
  const before = BEFORE_TEXT.exec(text);
  if (!before) return null;
  JSON_CHARACTERS.lastIndex = before[0].length;
  const [content = ''] = JSON_CHARACTERS.exec(text) ?? [];
  return { title: JSON.parse(before[1] ?? '""'), content: JSON.parse(`"${content}"`) };
}
