import type { Metadata } from 'next';
import { ApiDocs } from '#components/docs/api-docs';
import { apiDocsMessages } from '#components/messages/api-docs';
import { services } from '#lib/composition/services';
import { loadOperations } from './load-operations';

export const generateMetadata = (): Metadata => ({ title: apiDocsMessages.title });

export default async function ApiDocsPage() {
  const { config } = await services();
  const limits = { anonymous: config.RATE_LIMIT_ANONYMOUS, authenticated: config.RATE_LIMIT_AUTHENTICATED };
  return <ApiDocs operations={loadOperations(config.BASE_URL)} baseUrl={config.BASE_URL} limits={limits} />;
}
