import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import styles from '#components/api-docs/api-docs.module.css';
import { TryOut } from '#components/api-docs/try-out';
import { apiDocsTexts } from '#components/messages/api-docs';
import { services } from '#lib/composition/services';
import { loadOperations } from '../load-operations';

export const metadata: Metadata = { title: apiDocsTexts.tryTitle };

interface PageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function TryPage({ searchParams }: PageProps) {
  const { config } = await services();
  const { operation } = await searchParams;
  const [first, ...others] = loadOperations(config.BASE_URL);
  if (!first) notFound();
  return (
    <main id="content" className={styles.page}>
      <h1>{apiDocsTexts.tryTitle}</h1>
      <p className={styles.intro}>
        {apiDocsTexts.tryText} <a href="/docs/api">{apiDocsTexts.back}</a>
      </p>
      <noscript>
        <p>{apiDocsTexts.noScript}</p>
      </noscript>
      <TryOut operations={[first, ...others]} initialId={typeof operation === 'string' ? operation : null} baseUrl={config.BASE_URL} />
    </main>
  );
}
