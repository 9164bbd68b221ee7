/** The languages of the pages. A new one is a folder in locales/ and a line here (docs/translate.md). Browser-safe. */

/** Names as the languages' readers write them, by BCP 47 tag. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  en: 'English',
  ar: 'العربية',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  ja: '日本語',
  nl: 'Nederlands',
  pl: 'Polski',
  'pt-BR': 'Português (Brasil)',
  tr: 'Türkçe',
  uk: 'Українська',
  'zh-Hans': '简体中文',
};

/** The cookie with the language that a visitor has chosen. */
export const LANGUAGE_COOKIE = 'language';
/** A year, as the theme's. */
export const LANGUAGE_COOKIE_SECONDS = 31_536_000;

/** The value of the attribute `dir`. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');
