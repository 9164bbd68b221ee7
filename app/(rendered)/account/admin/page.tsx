import { redirect } from 'next/navigation';
import { adminPath } from '#lib/forms/account-path';
import { adminPage } from './admin-page';

export default adminPage('reports', async () => redirect(adminPath('reports')));
