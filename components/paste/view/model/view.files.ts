/** What the page shows one at a time of a paste with files: its own text, and each file. */
import type { SealedText } from '#lib/envelope/envelope.document';
import type { SealedFile } from '#lib/envelope/envelope.files';
import { pictureType } from './picture-type';

export interface ViewedFile {
  /** Safe on every system, and unlike the others; empty for the paste's own text. */
  name: string;
  /** Its place in the list of files, from 1, as links have it; undefined for the paste's own text. */
  number: number | undefined;
  /** `other`: nothing that is shown. */
  kind: 'text' | 'picture' | 'other';
  /** Of a text; `plaintext` otherwise. */
  syntax: string;
  /** A picture has the type that its bytes say; everything else has none that a browser would act upon. */
  content: Blob;
}

const NEUTRAL_TYPE = 'application/octet-stream';

/** All of it is decoded by now. Blobs cross from a worker to its page without being copied. */
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
