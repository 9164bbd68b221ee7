import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { isNotFoundError } from '#lib/http/errors';
import { failPage } from '#lib/http/page-failure';
import { presentSummary } from '#lib/pastes/paste.presenter';
import { isPublicId } from '#lib/pastes/paste.rules';
import { services } from '#lib/services/services';
import { Manage } from '../../../components/manage/manage';
import { manageTexts } from '../../../components/text/manage';

export const metadata: Metadata = { title: manageTexts.heading };

/** What the manage link opens. Neither counts as a view nor burns; the token after `#` stays in the browser. */
export default async function ManagePage({ params }: { params: Promise<{ publicId: string }> }) {
  const { publicId } = await params;
  if (!isPublicId(publicId)) notFound();
  const { pastes } = await services();
  const summary = await pastes.describe(publicId).catch(orNotFound);
  return <Manage paste={presentSummary(summary)} renderedAt={Date.now()} />;
}

function orNotFound(error: unknown): never {
  if (isNotFoundError(error)) notFound();
  failPage(error);
}
