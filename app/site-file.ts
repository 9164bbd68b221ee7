import { services } from '#lib/composition/services';
import { endpoint } from '#lib/http/endpoint';

/** Half a day: these files change with a release at most. */
const MAX_AGE_SECONDS = 43_200;

/** One of the small files that browsers and search engines ask a site for. */
export function siteFile(type: string, body: string) {
  const respond = async () => ({ status: 200, headers: { 'Content-Type': type }, body });
  return endpoint(
    { GET: respond },
    {
      headers: { 'Cache-Control': `public, max-age=${MAX_AGE_SECONDS}`, 'X-Content-Type-Options': 'nosniff' },
      prepare: async () => undefined,
      log: async () => (await services()).log,
    },
  );
}
