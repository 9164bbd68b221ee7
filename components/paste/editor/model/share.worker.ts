/**
 * The service worker of an installed page. It takes one request: the form in which a phone sends what its owner shares.
 *
 * Guarantees: what is shared stays on the device, and the editor opens with it. Its own policy (`default-src 'none'`) forbids
 * this worker every request to the network. No other page can come under it, because its folder has none.
 */
import { addressOf } from '#lib/site/address.rules';
import { SHARE_TARGET, SHARED_FIELD, type Shared } from '#lib/site/share.rules';
import { keepShare } from './share-store';

interface ShareEvent extends Event {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

addEventListener('fetch', (event) => {
  const { request } = event as ShareEvent;
  if (request.method === 'POST' && new URL(request.url).pathname === addressOf(SHARE_TARGET))
    (event as ShareEvent).respondWith(take(request));
});

/** Opens the editor, even when what was shared could not be kept: the editor says so. */
async function take(request: Request): Promise<Response> {
  const shared = await request
    .formData()
    .then(keepShare)
    .then(
      (): Shared => 'taken',
      (): Shared => 'lost',
    );
  return Response.redirect(addressOf(`/?${SHARED_FIELD}=${shared}`), 303);
}
