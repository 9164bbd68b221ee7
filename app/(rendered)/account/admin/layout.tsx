import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { adminMessages } from '#components/messages/admin';
import { loadAdmin } from './load-admin';

/** The title is only for administrators, so that nobody else learns that these pages exist. */
export async function generateMetadata(): Promise<Metadata> {
  return (await loadAdmin()) ? { title: adminMessages.title } : {};
}

export default function AdminLayout({ children }: { children: ReactNode }) {
  return children;
}
