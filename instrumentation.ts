/**
 * Next calls this once a process, before it serves. Our own server has built the services already; plain Next needs its own.
 * In development there is our server only: a condition that Next's compiler knows saves it from compiling all of them.
 */
import { provideEndpoints } from '#app/provided-endpoints';
import { areServicesProvided, provideServices, type Services } from '#lib/composition/services';
import { LANGUAGE_NAMES, PSEUDO_LANGUAGE } from '#lib/locales/languages.rules';

export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NODE_ENV === 'development' || areServicesProvided()) return;
  // The compiled pages take their sentences from the process (scripts/generate-messages.mjs).
  const { loadLanguages } = await import('#lib/locales/messages');
  await loadLanguages([...Object.keys(LANGUAGE_NAMES), PSEUDO_LANGUAGE]);
  let built: Promise<Services> | undefined;
  // By the first request: a build of the pages calls this, too, and has no database.
  provideServices(() => {
    built ??= import('#lib/composition/build-web').then(({ buildWeb }) => buildWeb());
    return built;
  });
  provideEndpoints(() => import('#lib/api/endpoints').then(({ endpoints }) => endpoints));
}
