import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Register } from '#components/account/register';
import { accountMessages } from '#components/messages/account';
import { services } from '#lib/composition/services';
import { parseNotice } from '#lib/forms/account-path';
import { loadFlash } from '../load-account';

export const metadata: Metadata = { title: accountMessages.register.title };

export default async function RegisterPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const { config } = await services();
  if (config.REGISTRATION !== 'open') notFound();
  return <Register notice={parseNotice((await searchParams).notice)} newKey={await loadFlash('newKey', null)} />;
}
