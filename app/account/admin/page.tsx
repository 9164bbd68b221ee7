import { redirect } from 'next/navigation';
import { missingPage } from '#app/missing-page';
import NotFound from '#app/not-found';
import { adminPath } from '#lib/forms/admin-path';
import { loadAdmin } from './load-admin';

export default async function AdminPage() {
  if (!(await loadAdmin())) return missingPage(<NotFound />);
  redirect(adminPath('reports'));
}
