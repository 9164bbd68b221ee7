/** Encodes and decodes the member `files` of an envelope's document, in a file of its own because few pastes have files. */
import { decode, encode } from 'jose/base64url';
import { isBase64url } from './envelope';
import { EnvelopeError, notAnEnvelope } from './envelope.errors';
import { DEFAULT_SYNTAX, MAX_FILES, MAX_TYPE_CHARACTERS } from './envelope.rules';
import { distinctFileNames } from './envelope-names';
import { isSyntax, isText } from './envelope-text';

/** A file of a paste; its name is cleaned and differs from the other files' (envelope-names.ts). */
export type SealedFile = SealedTextFile | SealedBinaryFile;

interface SealedTextFile {
  name: string;
  /** At most 64 code points, no control characters; `plaintext` when the document has none. */
  syntax: string;
  /** Any well-formed Unicode, also empty. */
  content: string;
}

interface SealedBinaryFile {
  name: string;
  /** The media type that the writer named, such as `image/png`; empty without one. Nobody may rely on it. */
  type: string;
  data: Uint8Array;
}

/** A file in the document's JSON, with binary data in base64url without padding. */
type FileJson = { name: string; type?: string; data: string } | { name: string; syntax?: string; content: string };

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const isType = (text: string) => text.length <= MAX_TYPE_CHARACTERS && PRINTABLE_ASCII.test(text);

/** @throws EnvelopeError `too-large` (files), `invalid-file` */
export function encodeFiles(files: readonly SealedFile[]): FileJson[] {
  checkCount(files);
  const names = distinctFileNames(files.map(({ name }) => name));
  return files.map((file, index): FileJson => {
    const name = names[index] as string;
    const refuse = (member: 'type' | 'syntax' | 'content') => new EnvelopeError({ code: 'invalid-file', index, member });
    if ('data' in file) {
      if (!isType(file.type)) throw refuse('type');
      return { name, ...(file.type && { type: file.type }), data: encode(file.data) };
    }
    if (!isSyntax(file.syntax)) throw refuse('syntax');
    if (!isText(file.content)) throw refuse('content');
    return { name, ...(file.syntax && { syntax: file.syntax }), content: file.content };
  });
}

/**
 * Decodes the files and ignores their unknown members.
 * @param files the member as JSON has it
 * @throws EnvelopeError `too-large` (files), `not-an-envelope`
 */
export function decodeFiles(files: unknown): SealedFile[] {
  if (!Array.isArray(files)) throw notAnEnvelope();
  checkCount(files);
  const decoded = files.map(decodeFile);
  const names = distinctFileNames(decoded.map(({ name }) => name));
  return decoded.map((file, index) => ({ ...file, name: names[index] as string }));
}

function decodeFile(file: unknown): SealedFile {
  if (typeof file !== 'object' || file === null) throw notAnEnvelope();
  const { name, type = '', data, syntax = '', content } = file as Record<string, unknown>;
  if (typeof name !== 'string') throw notAnEnvelope();
  if (typeof data === 'string' && content === undefined) {
    if (typeof type !== 'string' || !isType(type) || !isBase64url(data)) throw notAnEnvelope();
    return { name, type, data: decode(data) };
  }
  if (typeof content !== 'string' || data !== undefined || typeof syntax !== 'string') throw notAnEnvelope();
  if (!isSyntax(syntax) || !isText(content)) throw notAnEnvelope();
  return { name, syntax: syntax || DEFAULT_SYNTAX, content };
}

function checkCount({ length }: readonly unknown[]): void {
  if (length > MAX_FILES) throw new EnvelopeError({ code: 'too-large', part: 'files' });
}
