import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { adminMessages } from '#components/messages/admin';
import { loadAdmin } from './load-admin';

/** Not even the title tells anybody else that these pages are there. */
export async function generateMetadata(): Promise<Metadata> {
  return (await loadAdmin()) ? { title: adminMessages.title } : {};
}

export default function AdminLayout({ children }: { children: ReactNode }) {
  return children;
}
