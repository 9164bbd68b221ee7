import { commonMessages } from '#components/messages/common';
import { languageLabel, PLAIN_TEXT } from '#lib/languages/language.rules';

/** The name of a language that code is written in; a text in none is called so in the language of the page. */
export const syntaxLabel = (syntax: string): string => (syntax === PLAIN_TEXT ? commonMessages.plainText : languageLabel(syntax));
