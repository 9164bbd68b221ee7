import { join } from 'node:path';
import type { Metadata } from 'next';
import { CliDocs } from '#components/docs/cli-docs';
import { cliDocsMessages } from '#components/messages/cli-docs';
import { services } from '#lib/composition/services';
import { CLIENT_FILE, loadBuiltFile } from '#lib/http/built-file';

export const generateMetadata = (): Metadata => ({ title: cliDocsMessages.title });

export default async function CliDocsPage() {
  const { config } = await services();
  const { bytes, sha256 } = await loadBuiltFile(join(config.rootDir, CLIENT_FILE));
  return <CliDocs baseUrl={config.BASE_URL} sha256={sha256} bytes={bytes.length} />;
}
