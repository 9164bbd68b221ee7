/** The plaintext inside an envelope: UTF-8 of the JSON `{"v":1,"title"?,"syntax"?,"content"}`. */
import { EnvelopeError } from './envelope.errors';
import { DEFAULT_SYNTAX, FORMAT_VERSION, MAX_PLAINTEXT_BYTES, MAX_SYNTAX_CHARACTERS, MAX_TITLE_CHARACTERS } from './envelope.rules';

export interface SealedText {
  /** At most 255 code points; empty when there is none. */
  title: string;
  /** At most 64 code points, no control characters; `plaintext` when nothing was said. */
  syntax: string;
  /** Any well-formed Unicode, also empty. */
  content: string;
}

const CONTROL_CHARACTER = /\p{Cc}/u;

const isValid: Record<keyof SealedText, (text: string) => boolean> = {
  content: (text) => text.isWellFormed(),
  title: (text) => text.isWellFormed() && hasAtMost(MAX_TITLE_CHARACTERS, text),
  syntax: (text) => text.isWellFormed() && hasAtMost(MAX_SYNTAX_CHARACTERS, text) && !CONTROL_CHARACTER.test(text),
};

/** @throws EnvelopeError `invalid-text`, `too-large` */
export function encodeDocument({ content, title = '', syntax = '' }: Partial<SealedText> & { content: string }): Uint8Array {
  // No text has fewer bytes than UTF-16 units.
  if (content.length > MAX_PLAINTEXT_BYTES) throw tooLarge();
  for (const [field, text] of Object.entries({ content, title, syntax }) as [keyof SealedText, string][]) {
    if (!isValid[field](text)) throw new EnvelopeError({ code: 'invalid-text', field });
  }
  const document = { v: FORMAT_VERSION, ...(title && { title }), ...(syntax && { syntax }), content };
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  if (bytes.length > MAX_PLAINTEXT_BYTES) throw tooLarge();
  return bytes;
}

/**
 * Members it doesn't know are ignored.
 * @throws EnvelopeError `unsupported` (another version), `not-an-envelope` (something else was encrypted)
 */
export function decodeDocument(plaintext: Uint8Array): SealedText {
  const { v, title = '', syntax = '', content } = parseObject(plaintext);
  if (!Number.isSafeInteger(v)) throw notAnEnvelope();
  if (v !== FORMAT_VERSION) throw new EnvelopeError({ code: 'unsupported', parameter: 'v' });
  if (typeof title !== 'string' || typeof syntax !== 'string' || typeof content !== 'string') throw notAnEnvelope();
  if (!isValid.title(title) || !isValid.syntax(syntax) || !isValid.content(content)) throw notAnEnvelope();
  return { title, syntax: syntax || DEFAULT_SYNTAX, content };
}

function parseObject(plaintext: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plaintext));
  } catch {
    // Without the cause: a JSON error quotes the text.
    throw notAnEnvelope();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notAnEnvelope();
  return value as Record<string, unknown>;
}

function hasAtMost(maxCharacters: number, text: string): boolean {
  return text.length <= maxCharacters * 2 && [...text].length <= maxCharacters;
}

function notAnEnvelope(): EnvelopeError {
  return new EnvelopeError({ code: 'not-an-envelope' });
}

function tooLarge(): EnvelopeError {
  return new EnvelopeError({ code: 'too-large', part: 'plaintext' });
}
