'use client';

import { usePageData } from '#components/shell/use-page-data';
import { Unreachable } from '#components/ui/unreachable';
import type { PageData } from '#lib/api/page-data.rules';
import type { SecretRequestJson } from '#lib/requests/request.schema';
import { AnswerPage, CheckingPage } from './answer-page';
import { MissingRequest } from './missing-request';

/** The page of a request link. Its file knows nothing of the request, whose data is requested as the file arrives. */
export function RequestLink() {
  const { data, hasFailed, retry } = usePageData();
  if (hasFailed) return <Unreachable onRetry={retry} />;
  if (data === null) return <CheckingPage label={null} />;
  const { request } = data as PageData & { request: SecretRequestJson | null };
  return request ? <AnswerPage request={request} /> : <MissingRequest />;
}
