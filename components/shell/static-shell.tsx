'use client';

import type { ReactNode } from 'react';
import type { ShownSite } from '#lib/api/page-data.rules';
import { LANGUAGE_NAMES } from '#lib/locales/languages.rules';
import { NOTICE_COOKIE, readChoice } from './choice-cookies';
import { PageShell } from './page-shell';
import { usePageData } from './use-page-data';

/** The file is the same on every host, so it names none, and offers all languages until it knows better. */
const UNKNOWN_SITE: ShownSite = { name: '', logo: null, colours: null, notice: null, links: [], languages: Object.keys(LANGUAGE_NAMES) };

/** The frame of a static page: names of the host and of the visitor come with the page's data. */
export function StaticShell({ isForReaders = false, children }: { isForReaders?: boolean; children: ReactNode }) {
  const { data } = usePageData();
  const site = data?.site ?? UNKNOWN_SITE;
  const notice = site.notice?.id === readChoice(NOTICE_COOKIE) ? null : site.notice;
  return (
    <PageShell site={{ ...site, notice }} theme={null} userName={data?.userName ?? null} isForReaders={isForReaders}>
      {children}
    </PageShell>
  );
}

/** The title of a static page, with the host's name once that is known. @param title absent: the host's name alone */
export function StaticTitle({ title }: { title?: string }) {
  const name = usePageData().data?.site.name ?? '';
  return <title>{[title, name].filter(Boolean).join(' · ')}</title>;
}
