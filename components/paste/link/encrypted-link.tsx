'use client';

import { useMemo } from 'react';
import { viewMessages } from '#components/messages/view';
import { usePageData } from '#components/shell/use-page-data';
import { lazyPart } from '#components/ui/lazy-part';
import { Unreachable } from '#components/ui/unreachable';
import { useLoaded } from '#components/ui/use-loaded';
import { MissingPaste } from '../view/missing-paste';
import { ViewPage } from '../view/view-page';
import { takeEarly } from './early';
import { OpeningScreen } from './opening-screen';
import { viewingOf } from './viewing';

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
