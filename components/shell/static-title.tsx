'use client';

import { usePageData } from './use-page-data';

/** The title of a static page, with the host's name once that is known. @param title absent: the host's name alone */
export function StaticTitle({ title }: { title?: string }) {
  const name = usePageData().data?.site.name ?? '';
  return <title>{[title, name].filter(Boolean).join(' · ')}</title>;
}
