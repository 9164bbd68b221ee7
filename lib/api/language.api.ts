/** The form in the footer of every page that chooses the language. */
import { localPath } from '../http/local-path';
import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_SECONDS } from '../locales/languages.rules';
import { cookiePath } from '../site/address.rules';
import { formAt, seeOther } from './define-form';

/** Remembers the language, or forgets it, so that the browser's languages count again. */
const chooseLanguage = formAt('/language', async ({ fields, services: { config, site } }) => {
  const { language = '' } = fields;
  const isOffered = site.languages.languages.includes(language);
  const cookie = [
    `${LANGUAGE_COOKIE}=${isOffered ? language : ''}`,
    `Path=${cookiePath()}`,
    `Max-Age=${isOffered ? LANGUAGE_COOKIE_SECONDS : 0}`,
    'SameSite=Lax',
    ...(config.BASE_URL.startsWith('https:') ? ['Secure'] : []),
  ];
  return seeOther(localPath(fields.to) ?? '/', cookie.join('; '));
});

export const languageRoutes = [chooseLanguage];
