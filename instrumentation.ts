/** Next calls this once a process, before it serves. Under our own server there are services already; plain Next needs its own. */
import { provideEndpoints } from '#app/provided-endpoints';
import { areServicesProvided, provideServices, type Services } from '#lib/composition/services';

export function register(): void {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || areServicesProvided()) return;
  let built: Promise<Services> | undefined;
  // By the first request: a build of the pages calls this, too, and has no database.
  provideServices(() => {
    built ??= import('#lib/composition/build-services').then(({ buildServices }) => buildServices('web'));
    return built;
  });
  provideEndpoints(() => import('#lib/forms/endpoints').then(({ endpoints }) => endpoints));
}
