/** Writes the plaintext of an envelope; `envelope-document.ts` reads it. Nothing here encrypts. */

import { EnvelopeError } from './envelope.errors';
import { FORMAT_VERSION, MAX_PLAINTEXT_BYTES } from './envelope.rules';
import type { SealedText } from './envelope-document';
import { encodeFiles } from './envelope-files';
import { isSyntax, isText, isTitle } from './envelope-text';

/** A text to encrypt; an empty title, syntax or list of files counts as none. */
export type TextToSeal = Pick<SealedText, 'content'> & Partial<SealedText>;

const isValid = { content: isText, title: isTitle, syntax: isSyntax };

/**
 * @returns UTF-8 of `{"v":1,"title"?,"syntax"?,"content","files"?,"fields"?}`
 * @throws EnvelopeError `invalid-text`, `invalid-file`, `too-large` (plaintext, files)
 */
export function encodeDocument({ content, title = '', syntax = '', files = [], fields = [] }: TextToSeal): Uint8Array {
  // A text never has fewer bytes than UTF-16 units, so this saves encoding a text that is far too long.
  if (content.length > MAX_PLAINTEXT_BYTES) throw tooLarge();
  for (const [field, text] of Object.entries({ content, title, syntax }) as [keyof typeof isValid, string][]) {
    if (!isValid[field](text)) throw new EnvelopeError({ code: 'invalid-text', field });
  }
  const document = {
    v: FORMAT_VERSION,
    ...(title && { title }),
    ...(syntax && { syntax }),
    content,
    ...(files.length > 0 && { files: encodeFiles(files) }),
    ...(fields.length > 0 && { fields }),
  };
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  if (bytes.length > MAX_PLAINTEXT_BYTES) throw tooLarge();
  return bytes;
}

function tooLarge(): EnvelopeError {
  return new EnvelopeError({ code: 'too-large', part: 'plaintext' });
}
