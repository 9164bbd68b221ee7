import { services } from '#lib/services/services';
import { Compose } from '../components/compose/compose';
import { WithoutScript } from '../components/compose/without-script';
import { loadSignedIn } from './account/load-account';

/** A new paste: the form is here before any program is. */
export default async function NewPastePage() {
  const { config } = await services();
  return (
    <main id="content">
      <WithoutScript baseUrl={config.BASE_URL} />
      <Compose isSignedIn={(await loadSignedIn()) !== null} maxTtlSeconds={config.MAX_TTL_SECONDS ?? null} />
    </main>
  );
}
