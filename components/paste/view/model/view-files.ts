/** One of the things a paste with files has to show: its own text, or a file. */
import type { SealedText } from '#lib/envelope/envelope-document';
import type { SealedFile } from '#lib/envelope/envelope-files';
import { pictureType } from './picture-type';

export interface ViewedFile {
  /** Valid on every system and unique in the paste; empty for the paste's own text. */
  name: string;
  /** The position in the list of files, from 1, which links name; undefined for the paste's own text. */
  number: number | undefined;
  /** `other`: can only be saved. */
  kind: 'text' | 'picture' | 'other';
  /** The language of a text; `plaintext` otherwise. */
  syntax: string;
  /** A picture's media type comes from its bytes; everything else has a type that browsers only save. */
  content: Blob;
}

const NEUTRAL_TYPE = 'application/octet-stream';

/** Makes blobs of a decrypted paste's text and files: a worker can send blobs without copying them. */
export function viewFiles({ content, syntax, files = [] }: SealedText): ViewedFile[] {
  const own: ViewedFile = { name: '', number: undefined, kind: 'text', syntax, content: textBlob(content) };
  const viewed = files.map((file, index) => viewFile(file, index + 1));
  return content === '' ? viewed : [own, ...viewed];
}

function viewFile(file: SealedFile, number: number): ViewedFile {
  const { name } = file;
  if (!('data' in file)) return { name, number, kind: 'text', syntax: file.syntax, content: textBlob(file.content) };
  const picture = pictureType(file.data);
  const content = new Blob([file.data as BlobPart], { type: picture ?? NEUTRAL_TYPE });
  return { name, number, kind: picture === null ? 'other' : 'picture', syntax: 'plaintext', content };
}

const textBlob = (text: string) => new Blob([text], { type: NEUTRAL_TYPE });
