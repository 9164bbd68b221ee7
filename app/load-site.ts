import { services } from '#lib/composition/services';
import { PLAIN_SITE, type Site } from '#lib/site/site';

/** How this host presents itself. A page that says that the service can't start is plain. */
export const loadSite = async (): Promise<Site> =>
  services().then(
    ({ site }) => site,
    () => PLAIN_SITE,
  );
