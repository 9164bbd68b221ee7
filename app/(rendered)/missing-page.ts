import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { setPageNotFound } from '#lib/http/page-status';

/** Renders the page of a missing thing with status 404 on the server. Under plain Next the browser renders it. */
export function missingPage(page: ReactNode): ReactNode {
  if (!setPageNotFound()) notFound();
  return page;
}
