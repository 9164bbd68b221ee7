import type { Metadata } from 'next';
import { services } from '#lib/composition/services';
import { Compose } from '../components/compose/compose';
import styles from '../components/compose/new-paste.module.css';
import { WithoutScript } from '../components/compose/without-script';
import { en } from '../components/text/en';
import { Running } from '../components/ui/running';
import { loadSignedIn } from './account/load-account';

/** Only here: who reads a paste needs none of it. */
export const metadata: Metadata = { manifest: '/manifest.webmanifest' };

/** A new paste: the form is here before any program is. */
export default async function NewPastePage() {
  const { config } = await services();
  const isSignedIn = (await loadSignedIn()) !== null;
  return (
    <main id="content" className={styles.page}>
      {isSignedIn ? null : (
        <p className={styles.intro}>
          {en.tagline} <a href="/docs/how">{en.footer.how}</a>
        </p>
      )}
      <WithoutScript baseUrl={config.BASE_URL} />
      <Running>
        <Compose isSignedIn={isSignedIn} maxTtlSeconds={config.MAX_TTL_SECONDS ?? null} />
      </Running>
    </main>
  );
}
