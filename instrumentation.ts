/**
 * Next calls this once a process, before it serves. Our own server has built the services already; plain Next needs its own.
 * In development there is our server only: a condition that Next's compiler knows saves it from compiling all of them.
 */
import { provideEndpoints } from '#app/endpoints/provided-endpoints';
import { areServicesProvided, provideServices, type Services } from '#lib/composition/services';

export function register(): void {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NODE_ENV === 'development' || areServicesProvided()) return;
  let built: Promise<Services> | undefined;
  // By the first request: a build of the pages calls this, too, and has no database.
  provideServices(() => {
    built ??= import('#lib/composition/build-web').then(({ buildWeb }) => buildWeb());
    return built;
  });
  provideEndpoints(() => import('#lib/forms/endpoints').then(({ endpoints }) => endpoints));
}
