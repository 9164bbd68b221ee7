'use client';

import { useEffect, useState } from 'react';
import { viewMessages } from '#components/messages/view';
import { usePageData } from '#components/shell/use-page-data';
import { lazyPart } from '#components/ui/lazy-part';
import { Unreachable } from '#components/ui/unreachable';
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
  const [viewing, setViewing] = useState<ReturnType<typeof viewingOf> | null>(null);

  useEffect(() => {
    if (data === null) return;
    let isLeft = false;
    const show = async () => {
      const early = await takeEarly();
      if (!isLeft) setViewing(viewingOf(data, early));
    };
    // The page for errors says so.
    show().catch((error: unknown) =>
      setViewing(() => {
        throw error;
      }),
    );
    return () => {
      isLeft = true;
    };
  }, [data]);

  if (hasFailed) return <Unreachable words={viewMessages.offline} onRetry={retry} />;
  if (viewing === null) return <OpeningScreen />;
  const { paste, opened } = viewing;
  if (paste === null) return <MissingPaste />;
  const isRaw = new URLSearchParams(location.search).has('raw') && !paste.burnAfterRead && paste.readsLeft === null;
  if (isRaw) return <RawPage paste={paste} />;
  return <ViewPage paste={paste} opened={opened} />;
}
