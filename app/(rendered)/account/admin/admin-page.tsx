import type { Metadata } from 'next';
import type { ComponentProps, ReactNode } from 'react';
import { missingPage } from '#app/(rendered)/missing-page';
import NotFound from '#app/(rendered)/not-found';
import { AdminFrame } from '#components/admin/admin-frame';
import { adminMessages } from '#components/messages/admin';
import { type Notice, titleWith } from '#components/messages/notices';
import type { SignedIn } from '#lib/accounts/principal';
import { parseNotice } from '#lib/forms/account-path';
import type { PageProps, Query } from '#lib/http/page-props';
import { loadAdmin } from './load-admin';

interface Asked {
  admin: SignedIn;
  query: Query;
  notice: Notice | null;
  id: string;
}

type AdminPageName = ComponentProps<typeof AdminFrame>['page'];

/** The title is only for administrators, so that nobody else learns that these pages exist. */
export const adminMetadata =
  (page: AdminPageName) =>
  async ({ searchParams }: Pick<PageProps, 'searchParams'>): Promise<Metadata> => {
    if (!(await loadAdmin())) return {};
    const title = `${adminMessages.pages[page]} · ${adminMessages.title}`;
    return { title: titleWith(parseNotice((await searchParams).notice), title) };
  };

/** @param draw renders the content for an administrator; null: not found @returns a page that is "not found" for everybody else */
export function adminPage(page: AdminPageName, draw: (asked: Asked) => Promise<ReactNode>) {
  return async ({ params, searchParams }: PageProps<'id'>): Promise<ReactNode> => {
    const admin = await loadAdmin();
    const query = await searchParams;
    const notice = parseNotice(query.notice);
    const content = admin && (await draw({ admin, query, notice, id: (await params).id }));
    if (!content) return missingPage(<NotFound />);
    return (
      <AdminFrame userName={admin.userName} page={page} notice={notice}>
        {content}
      </AdminFrame>
    );
  };
}
