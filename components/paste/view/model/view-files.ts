/** One of the things a paste with files has to show: its own text, or a file. */
import type { SealedText } from '#lib/envelope/envelope-document';
import type { SealedFile } from '#lib/envelope/envelope-files';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import { inSlices, type PasteText } from './view-text';

export interface ViewedFile {
  /** Valid on every system and unique in the paste; empty for the paste's own text. */
  name: string;
  /** The position in the list of files, from 1, which links name; undefined for the paste's own text. */
  number: number | undefined;
  /** `other`: can only be saved. */
  kind: 'text' | 'picture' | 'other';
  /** The language of a text; `plaintext` otherwise. */
  syntax: string;
  /** null for a file that isn't text. */
  text: PasteText | null;
  /** A picture's media type comes from its bytes; everything else has a type that browsers only save. */
  content: Blob;
}

const NEUTRAL_TYPE = 'application/octet-stream';

/** Makes blobs of a decrypted paste's text, unless files make it superfluous, and its files: a worker can send blobs without copying them. */
export function viewFiles({ content, syntax, files = [] }: SealedText): ViewedFile[] {
  const viewed = files.map((file, index) => viewFile(file, index + 1));
  return content === '' && viewed.length > 0 ? viewed : [viewText('', undefined, syntax, content), ...viewed];
}

function viewFile(file: SealedFile, number: number): ViewedFile {
  if (!('data' in file)) return viewText(file.name, number, file.syntax, file.content);
  const picture = pictureType(file.data);
  const content = new Blob([file.data as BlobPart], { type: picture ?? NEUTRAL_TYPE });
  return { name: file.name, number, kind: picture === null ? 'other' : 'picture', syntax: PLAIN_TEXT, text: null, content };
}

function viewText(name: string, number: number | undefined, syntax: string, text: string): ViewedFile {
  return { name, number, kind: 'text', syntax, text: inSlices(text), content: new Blob([text], { type: NEUTRAL_TYPE }) };
}

/**
 * The picture formats that the page shows, by their first bytes: names and media types can lie. SVG is not among them,
 * because it is a document that can hold scripts.
 */
const SIGNATURES: readonly [type: string, ...parts: [at: number, characters: string][]][] = [
  ['image/png', [0, '\x89PNG\r\n\x1a\n']],
  ['image/jpeg', [0, '\xff\xd8\xff']],
  ['image/gif', [0, 'GIF87a']],
  ['image/gif', [0, 'GIF89a']],
  ['image/webp', [0, 'RIFF'], [8, 'WEBP']],
  ['image/avif', [4, 'ftypavif']],
  ['image/avif', [4, 'ftypavis']],
];

const SIGNATURE_BYTES = 16;

/** @returns the media type; null for everything else */
export function pictureType(bytes: Uint8Array): string | null {
  const beginning = String.fromCharCode(...bytes.subarray(0, SIGNATURE_BYTES));
  return SIGNATURES.find(([, ...parts]) => parts.every(([at, characters]) => beginning.startsWith(characters, at)))?.[0] ?? null;
}
