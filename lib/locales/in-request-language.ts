import { inLanguage } from './current-language';
import { languageOf, type OfferedLanguages } from './request-language';

/** Runs `make` in the language that a request gets. @param headers the request's, as Fetch or Node has them */
export function inRequestLanguage<Result>(
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>,
  offered: OfferedLanguages,
  make: () => Result,
): Result {
  const get = (name: string) => (headers instanceof Headers ? headers.get(name) : (headers[name] as string | undefined)) ?? null;
  return inLanguage(languageOf({ cookie: get('cookie'), acceptLanguage: get('accept-language') }, offered), make);
}
