import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { ReturnToPage } from '#components/account/return';
import { accountMessages } from '#components/messages/account';
import { accountPath } from '#lib/api/account-path';
import { localPath } from '#lib/http/local-path';
import type { PageProps } from '#lib/http/page-props';

export const generateMetadata = (): Metadata => ({ title: accountMessages.gate.returning });

/** The page after signing in. Only the browser knows the fragment of the page that the visitor came from. */
export default async function Page({ searchParams }: PageProps) {
  const path = localPath((await searchParams).to);
  if (path === null) redirect(accountPath('pastes'));
  return <ReturnToPage path={path} />;
}
