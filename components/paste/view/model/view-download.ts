import { fileNameOfTitle } from '#lib/envelope/envelope-names';
import { languageOf } from '#lib/languages/language.rules';
import { languageOfName } from '#lib/languages/language-by-name.rules';

/** A file name that every system takes, from the title, the language and, without title, the id. */
export function fileName(title: string, syntax: string, publicId: string): string {
  return fileNameOfTitle(title, {
    known: languageOfName(title) !== undefined,
    ending: languageOf(syntax)?.extension ?? 'txt',
    id: publicId,
  });
}

/** Lets the browser save a text unchanged, under its name: to one without an ending, a browser adds that of the type. */
export function saveText(text: string, name: string): void {
  saveBlob(new Blob([text], { type: 'application/octet-stream' }), name);
}

export function saveBlob(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun the download by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
