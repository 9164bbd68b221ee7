import type { ComponentProps, ReactNode } from 'react';
import { missingPage } from '#app/(rendered)/missing-page';
import NotFound from '#app/(rendered)/not-found';
import { AdminFrame } from '#components/admin/admin-frame';
import type { SignedIn } from '#lib/accounts/principal';
import { parseNotice } from '#lib/forms/account-path';
import type { PageProps, Query } from '#lib/http/page-props';
import { loadAdmin } from './load-admin';

interface Asked {
  admin: SignedIn;
  query: Query;
  id: string;
}

/** @param draw renders the content for an administrator; null: not found @returns a page that is "not found" for everybody else */
export function adminPage(page: ComponentProps<typeof AdminFrame>['page'], draw: (asked: Asked) => Promise<ReactNode>) {
  return async ({ params, searchParams }: PageProps<'id'>): Promise<ReactNode> => {
    const admin = await loadAdmin();
    const query = await searchParams;
    const content = admin && (await draw({ admin, query, id: (await params).id }));
    if (!content) return missingPage(<NotFound />);
    return (
      <AdminFrame userName={admin.userName} page={page} notice={parseNotice(query.notice)}>
        {content}
      </AdminFrame>
    );
  };
}
