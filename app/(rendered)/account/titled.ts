import type { Metadata } from 'next';
import { parseNotice } from '#lib/forms/account-path';
import { titleWith } from '#lib/forms/notice.rules';
import type { PageProps } from '#lib/http/page-props';

/** The metadata of a page to which forms lead: its title says when something was refused. */
export const titled =
  (title: string) =>
  async ({ searchParams }: Pick<PageProps, 'searchParams'>): Promise<Metadata> => ({
    title: titleWith(parseNotice((await searchParams).notice), title),
  });
