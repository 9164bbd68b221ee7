/**
 * Reads the plaintext inside an envelope: UTF-8 of the JSON `{"v":1,"title"?,"syntax"?,"content","files"?}`.
 * `envelope-encode.ts` writes it.
 */
import { notAnEnvelope, unsupported } from './envelope.errors';
import { DEFAULT_SYNTAX, FORMAT_VERSION, MAX_FIELDS } from './envelope.rules';
import type { SealedFile } from './envelope-files';
import { isSyntax, isText, isTitle, jsonObjectIn } from './envelope-text';

export interface SealedText {
  /** At most 255 code points; empty when there is none. */
  title: string;
  /** At most 64 code points, no control characters; `plaintext` when the document has none. */
  syntax: string;
  /** Any well-formed Unicode, also empty. */
  content: string;
  /** Absent when there are none; at most 20. */
  files?: readonly SealedFile[];
  /** Only in an answer: what was asked for by name. `content` has the same for readers that don't know this member. */
  fields?: readonly AnsweredField[];
}

export interface AnsweredField {
  name: string;
  value: string;
}

/** The text of a document; the rest is unchecked, as JSON has it, until `withFiles` decodes it. */
export type DocumentText = Omit<SealedText, 'files' | 'fields'> & { files?: unknown; fields?: unknown };

/**
 * Parses a document and ignores unknown members.
 * @throws EnvelopeError `unsupported` (another version), `not-an-envelope` (something else was encrypted)
 */
export function readDocument(plaintext: Uint8Array): DocumentText {
  const { v, title = '', syntax = '', content, files, fields } = jsonObjectIn(plaintext);
  if (!Number.isSafeInteger(v)) throw notAnEnvelope();
  if (v !== FORMAT_VERSION) throw unsupported('v');
  if (typeof title !== 'string' || typeof syntax !== 'string' || typeof content !== 'string') throw notAnEnvelope();
  if (!isTitle(title) || !isSyntax(syntax) || !isText(content)) throw notAnEnvelope();
  return { title, syntax: syntax || DEFAULT_SYNTAX, content, files, fields };
}

/** Decodes the files and fields of a document. @throws EnvelopeError `too-large` (files), `not-an-envelope` */
export async function withFiles({ files, fields, ...given }: DocumentText): Promise<SealedText> {
  const text = Array.isArray(fields) ? { ...given, fields: fields.slice(0, MAX_FIELDS).map(toField) } : given;
  if (files === undefined) return text;
  // The module is loaded here, because most pastes have no files.
  const { decodeFiles } = await import('./envelope-files');
  const decoded = decodeFiles(files);
  return decoded.length > 0 ? { ...text, files: decoded } : text;
}

function toField(field: unknown): AnsweredField {
  const { name, value } = Object(field) as Record<string, unknown>;
  if (typeof name !== 'string' || typeof value !== 'string' || !isTitle(name) || !isText(value)) throw notAnEnvelope();
  return { name, value };
}
