/** The parts of the server that plain Next (`next start`) needs: one bundle, so that Next doesn't compile services and endpoints again. */
import { endpoints } from '#lib/api/routes';
import { buildWeb } from '#lib/composition/build-web';
import { provideServices, type Services } from '#lib/composition/services';
import { LANGUAGE_NAMES } from '#lib/locales/languages.rules';
import { loadLanguages } from '#lib/locales/messages';

/** Provides sentences and services, which the first request builds: a build of the pages calls this, too, and has no database. */
export async function provide(): Promise<typeof endpoints> {
  await loadLanguages(Object.keys(LANGUAGE_NAMES));
  let built: Promise<Services> | undefined;
  provideServices(() => (built ??= buildWeb()));
  return endpoints;
}
