'use client';

import { commonMessages } from '#components/messages/common';
import { moderatedMessages } from '#components/messages/moderated';
import { usePageData } from '#components/shell/use-page-data';
import { StatusPage } from '#components/ui/status-page';
import { useLoaded } from '#components/ui/use-loaded';
import type { ViewData } from '#lib/pastes/reading/viewed-paste.rules';
import { idInAddress } from '#lib/site/address.rules';

/** Missing, expired, deleted and burned pastes look the same to a visitor without proof. Everybody may know that the operator stopped one. */
export function MissingPaste() {
  const { data } = usePageData();
  const moderation = (data as Partial<ViewData> | null)?.moderation;
  if (moderation === 'held' || moderation === 'removed') return <StatusPage {...moderatedMessages[moderation]} />;
  return <PasteNotFound />;
}

/**
 * A tab that claimed the paste goes on reading it; a visitor with the key of an opened paste learns when it was opened. The code
 * for this loads only here, because every page of a paste includes this file.
 */
export function PasteNotFound() {
  // If this fails, the page still says that the paste does not exist.
  const found = useLoaded(async () => (await import('./find-ending')).findEnding(idInAddress()), null);
  return found ?? <StatusPage title={commonMessages.errors.notFoundTitle} text={commonMessages.errors.notFoundText} />;
}
