/** The language of the page, as a BCP 47 tag. */
export const pageLanguage = (): string => 'en';
