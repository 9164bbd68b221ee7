import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import styles from '#components/docs/api-docs.module.css';
import { TryOut } from '#components/docs/try-out';
import { apiDocsMessages } from '#components/messages/api-docs';
import { services } from '#lib/composition/services';
import type { PageProps } from '#lib/http/page-props';
import { addressOf } from '#lib/site/address.rules';
import { loadOperations } from '../load-operations';

export const generateMetadata = (): Metadata => ({ title: apiDocsMessages.tryTitle });

export default async function TryPage({ searchParams }: PageProps) {
  const { config } = await services();
  const { operation } = await searchParams;
  const [first, ...others] = loadOperations(config.BASE_URL);
  if (!first) notFound();
  return (
    <main id="content" className={styles.page}>
      <h1>{apiDocsMessages.tryTitle}</h1>
      <p className={styles.intro}>
        {apiDocsMessages.tryText} <a href={addressOf('/docs/api')}>{apiDocsMessages.back}</a>
      </p>
      <noscript>
        <p>{apiDocsMessages.noScript}</p>
      </noscript>
      <TryOut operations={[first, ...others]} initialId={typeof operation === 'string' ? operation : null} baseUrl={config.BASE_URL} />
    </main>
  );
}
