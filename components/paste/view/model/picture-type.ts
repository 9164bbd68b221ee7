/**
 * Recognizes the picture formats that the page shows, by their first bytes: names and media types can lie. SVG is not among
 * them, because it is a document that can hold scripts.
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
