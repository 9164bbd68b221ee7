/** The web manifest of an installed page, which every host of a version has but for its name and icons. Browser-safe. */
import { addressOf } from './address.rules';
import { SHARE_TARGET } from './share.rules';
import { SITE_TAGLINE } from './site.rules';

/** The members that are the host's own. A browser shows them, and sends nothing to an address among them but a request for a picture. */
export const HOST_MEMBERS: readonly string[] = ['name', 'short_name', 'icons'];

/** @param addressAt makes an address of a path */
export const webManifest = (addressAt = addressOf) => ({
  description: SITE_TAGLINE,
  id: addressAt('/'),
  start_url: addressAt('/'),
  display: 'minimal-ui',
  background_color: '#ffffff',
  theme_color: '#ffffff',
  share_target: {
    action: addressAt(SHARE_TARGET),
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'files', accept: ['*/*'] }] },
  },
});
