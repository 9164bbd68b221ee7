/** The language of the request, message or page that is being made, for everything that runs for it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { CURRENT_LANGUAGE } from './page-language.rules';

const process_ = globalThis as { [CURRENT_LANGUAGE]?: AsyncLocalStorage<string> };
process_[CURRENT_LANGUAGE] ??= new AsyncLocalStorage();
const current = process_[CURRENT_LANGUAGE];

/** Runs `make` in a language, as a BCP 47 tag. */
export const inLanguage = <Result>(language: string, make: () => Result): Result => current.run(language, make);
