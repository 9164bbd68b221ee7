/**
 * Next calls this once a process, before it serves. Our own server has built the services already; plain Next needs its own, from a
 * bundle that Next doesn't compile. In development there is our server only.
 */
import { provideEndpoints } from '#app/provided-endpoints';
import { areServicesProvided } from '#lib/composition/services';

export async function register(): Promise<void> {
  // Next compiles this for another runtime, too, which has no folder: it knows this condition.
  if (process.env.NEXT_RUNTIME === 'nodejs' && process.env.NODE_ENV !== 'development' && !areServicesProvided()) {
    const bundle = `${process.cwd()}/dist/plain-next.js`;
    const { provide } = (await import(/* turbopackIgnore: true */ bundle)) as typeof import('./server/plain-next');
    provideEndpoints(await provide());
  }
}
