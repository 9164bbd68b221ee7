import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { setPageNotFound } from '#lib/http/page-status';

/** Draws the page of something that isn't there on the server, with status 404. Under plain Next the browser draws it. */
export function missingPage(page: ReactNode): ReactNode {
  if (!setPageNotFound()) notFound();
  return page;
}
