/** The pages of the administration: one for each list, and one for each user and report. */
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import type { ComponentProps, ReactNode } from 'react';
import { missingPage } from '#app/(rendered)/missing-page';
import NotFound from '#app/(rendered)/not-found';
import { previewOf } from '#app/(rendered)/preview';
import { loadClientAddress, loadFrame, loadSignedIn } from '#app/(rendered)/visitor';
import { AdminFrame } from '#components/admin/admin-frame';
import { ReportDetails } from '#components/admin/reports';
import { User } from '#components/admin/users';
import { adminMessages } from '#components/messages/admin';
import { presentOwnKey, presentUser } from '#lib/accounts/accounts.presenter';
import type { SignedIn } from '#lib/accounts/principal';
import { parseNotice } from '#lib/api/account-path';
import { services } from '#lib/composition/services';
import type { PageProps, Query } from '#lib/http/page-props';
import { failPage, nullIfMissing } from '#lib/http/page-status';
import { parseRowId } from '#lib/http/row-id';
import { presentReport } from '#lib/reports/report.presenter';
import { auditPage, bansPage, healthPage, pastesPage, reportsPage, usersPage } from './lists';

type AdminPage = ComponentProps<typeof AdminFrame>['page'];

interface Content {
  list(query: Query): Promise<ReactNode>;
  /** The page of one row of the list. @returns null when there is none with this id */
  one?(id: string, admin: SignedIn): Promise<ReactNode>;
}

const PAGES: Record<AdminPage, Content> = {
  reports: { list: reportsPage, one: reportPage },
  pastes: { list: pastesPage },
  users: { list: usersPage, one: userPage },
  bans: { list: bansPage },
  audit: { list: auditPage },
  health: { list: healthPage },
};

type Props = Omit<PageProps, 'params'> & { params: Promise<{ path?: string[] }> };

const isPage = (name: string | undefined): name is AdminPage => name !== undefined && Object.hasOwn(PAGES, name);

/** The signed-in administrator; null for everybody else, for whom these pages don't exist. */
async function loadAdmin(): Promise<SignedIn | null> {
  const signedIn = await loadSignedIn();
  return signedIn?.isAdmin ? signedIn : null;
}

/** The title is only for administrators, so that nobody else learns that these pages exist. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [page] = (await params).path ?? [];
  if (!isPage(page) || !(await loadAdmin())) return {};
  return { title: `${adminMessages.pages[page]} · ${adminMessages.title}` };
}

export default async function Page({ params, searchParams }: Props) {
  const admin = await loadAdmin();
  const [page, id, ...rest] = (await params).path ?? [];
  if (admin && page === undefined) redirect('/account/admin/reports');
  if (!admin || !isPage(page) || rest.length > 0) return missingPage(<NotFound />);
  const query = await searchParams;
  const content = await (id === undefined ? PAGES[page].list(query) : PAGES[page].one?.(id, admin));
  if (!content) return missingPage(<NotFound />);
  return (
    <AdminFrame {...(await loadFrame(admin))} page={page} notice={parseNotice(query.notice)}>
      {content}
    </AdminFrame>
  );
}

async function userPage(id: string, admin: SignedIn) {
  const userId = parseRowId(id);
  const { accounts } = await services();
  const user = userId === null ? null : await accounts.findUser(userId).catch(failPage);
  if (!user) return null;
  const keys = await accounts.listOwnKeys({ userId: user.id }).catch(failPage);
  return <User user={presentUser(user)} keys={keys.map(presentOwnKey)} isSelf={user.id === admin.userId} />;
}

async function reportPage(id: string, admin: SignedIn) {
  const { reports, moderation, oversight } = await services();
  const report = await reports.open(id, { userId: admin.userId }).catch(failPage);
  if (!report) return null;
  const state = (await moderation.stateOf(report.publicId).catch(failPage)) ?? 'none';
  const paste = await oversight.find(report.publicId).catch(failPage);
  return <ReportDetails report={presentReport(report)} state={state} paste={paste} preview={await previewReported(report.publicId)} />;
}

/** A held paste has none: it is nobody's to read. */
async function previewReported(publicId: string): Promise<string | null> {
  const { pastes } = await services();
  const paste = await pastes.peek(publicId, await loadClientAddress()).catch(nullIfMissing);
  return paste && previewOf(paste);
}
