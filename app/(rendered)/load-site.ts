import { services } from '#lib/composition/services';
import { PLAIN_SITE, type Site } from '#lib/site/site';

/** The operator's site; a plain one when the services can't start. */
export const loadSite = async (): Promise<Site> =>
  services().then(
    ({ site }) => site,
    () => PLAIN_SITE,
  );
