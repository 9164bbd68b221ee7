import { LANGUAGES } from '../languages';
import { LANGUAGE_FILES } from './language-files';

/** @param fileName without its folders @returns an id of LANGUAGES; undefined when the name says nothing */
export function byName(fileName: string): string | undefined {
  const name = fileName.toLowerCase();
  const ending = /\.([^.]+)$/.exec(name)?.[1] ?? '';
  return (
    LANGUAGE_FILES.find(({ names }) => names?.includes(name))?.language ??
    LANGUAGE_FILES.find(({ extensions }) => extensions?.includes(ending))?.language ??
    LANGUAGES.find(({ extension }) => extension === ending)?.id
  );
}
