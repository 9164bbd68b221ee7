'use client';

import { useMemo } from 'react';
import { viewMessages } from '#components/messages/view';
import { usePageData } from '#components/shell/use-page-data';
import { lazyPart } from '#components/ui/lazy-part';
import { Unreachable } from '#components/ui/unreachable';
import { useLoaded } from '#components/ui/use-loaded';
import type { PageData } from '#lib/api/page-data.rules';
import type { DocumentText } from '#lib/envelope/envelope-document';
import { isViewedPaste, type ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { idInAddress } from '#lib/site/address.rules';
import { MissingPaste } from '../view/missing-paste';
import { ViewPage } from '../view/view-page';
import { type Early, takeEarly } from './early';
import { OpeningScreen } from './opening-screen';

/** Few readers want the bare text. */
const RawPage = lazyPart(async () => (await import('../view/raw-page')).RawPage);

/**
 * The page of an encrypted link. Its file knows nothing of the paste: the facts and the envelope are requested as the file
 * arrives, and the early script decrypts what it can before this code has loaded.
 */
export function EncryptedLink() {
  const { data, hasFailed, retry } = usePageData();
  const early = useLoaded(takeEarly, null);
  // An error is thrown to the page for errors.
  const viewing = useMemo(() => (data === null || early === null ? null : viewingOf(data, early)), [data, early]);

  if (hasFailed) return <Unreachable words={viewMessages.offline} onRetry={retry} />;
  if (viewing === null) return <OpeningScreen />;
  const { paste, opened } = viewing;
  if (paste === null) return <MissingPaste />;
  const isRaw = new URLSearchParams(location.search).has('raw') && !paste.burnAfterRead && paste.readsLeft === null;
  if (isRaw) return <RawPage paste={paste} />;
  return <ViewPage paste={paste} opened={opened} />;
}

/** @throws TypeError when the data isn't that of this link's paste */
function viewingOf(
  { paste }: PageData & { paste?: unknown },
  { opened, known }: Early,
): { paste: ViewedPaste | null; opened: DocumentText | null } {
  if (paste === null) return { paste, opened: null };
  // The address says which paste this is, and an encrypted link opens nothing that isn't encrypted.
  if (!isViewedPaste(paste) || !paste.isE2ee || paste.publicId !== idInAddress()) throw new TypeError('expected the data of this paste');
  return { paste: { ...paste, preview: null, ...known }, opened };
}
