/** The pages of one user and of one report, in the administration. */

import { loadFlash } from '#app/(rendered)/visitor';
import { ReportDetails } from '#components/admin/reports';
import { User } from '#components/admin/users';
import { presentOwnKey, presentUser } from '#lib/accounts/accounts.presenter';
import { services } from '#lib/composition/services';
import { failPage } from '#lib/http/page-status';
import { parseRowId } from '#lib/http/row-id';
import { presentReport } from '#lib/reports/report.presenter';
import type { AdminRequest } from './lists';

export async function userPage({ admin, notice }: AdminRequest, id: string) {
  const userId = parseRowId(id);
  const { accounts } = await services();
  const user = userId === null ? null : await accounts.findUser(userId).catch(failPage);
  if (!user) return null;
  const keys = await accounts.listOwnKeys({ userId: user.id }).catch(failPage);
  return (
    <User
      user={presentUser(user)}
      keys={keys.map(presentOwnKey)}
      isSelf={user.id === admin.userId}
      newKey={notice === 'key-created' ? await loadFlash('newKey', admin) : null}
    />
  );
}

export async function reportPage({ admin }: AdminRequest, id: string) {
  const { reports, moderation, oversight } = await services();
  const report = await reports.open(id, { userId: admin.userId }).catch(failPage);
  if (!report) return null;
  const state = (await moderation.stateOf(report.publicId).catch(failPage)) ?? 'none';
  const paste = await oversight.find(report.publicId).catch(failPage);
  return <ReportDetails report={presentReport(report)} state={state} paste={paste} />;
}
