import type { ReactNode } from 'react';
import { missingPage } from '#app/missing-page';
import NotFound from '#app/not-found';
import type { SignedIn } from '#lib/accounts/principal';
import { loadAdmin, type Query } from './load-admin';

interface AdminPageProps {
  params: Promise<Record<string, string>>;
  searchParams: Promise<Query>;
}

/** @param draw a page for administrators; null: what its address names is not there @returns the page that isn't there for others */
export function adminPage(draw: (admin: SignedIn, query: Query, id: string) => Promise<ReactNode>) {
  return async ({ params, searchParams }: AdminPageProps): Promise<ReactNode> => {
    const admin = await loadAdmin();
    const page = admin && (await draw(admin, await searchParams, (await params).id ?? ''));
    return page ?? missingPage(<NotFound />);
  };
}
