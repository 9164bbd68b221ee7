/** Makes an installed page a target for shares: registers the service worker that receives them, and opens what was shared. */
import { addressOf } from '#lib/site/address.rules';
import { SHARE_SCOPE, SHARE_WORKER, SHARED_FIELD } from '#lib/site/share.rules';

const INSTALLED = '(display-mode: minimal-ui), (display-mode: standalone)';

/** A browser that only visits gets no service worker: it has no use for one. */
export function watchInstallation(signal: AbortSignal): void {
  const register = () =>
    void navigator.serviceWorker
      ?.register(addressOf(SHARE_WORKER), { scope: addressOf(SHARE_SCOPE), updateViaCache: 'none' })
      // Sharing then isn't offered, or says that it failed.
      .catch(() => undefined);
  if (matchMedia(INSTALLED).matches) register();
  window.addEventListener('appinstalled', register, { signal });
}

/**
 * Takes what was shared, and removes the field from the address, so that a reload takes nothing again.
 * @returns the files of each share; `lost` when one did not arrive
 */
export async function openShared(): Promise<readonly (readonly File[])[] | 'lost'> {
  const address = new URL(location.href);
  const shared = address.searchParams.get(SHARED_FIELD);
  if (shared === null && !matchMedia(INSTALLED).matches) return [];
  address.searchParams.delete(SHARED_FIELD);
  history.replaceState(history.state, '', address);
  if (shared === 'lost') return 'lost';
  // Loaded only here: visitors have nothing to open.
  const { takeShares } = await import('./share-store');
  return takeShares().catch(() => 'lost' as const);
}
