'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { startWorker } from '#components/client/start-worker';
import { listen } from '#components/ui/listen';
import type { DocumentText } from '#lib/envelope/envelope-document';
import type { LineRange } from '#lib/envelope/fragment';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { FilesScreen } from './later-screens';
import { leaveNothing, readFragment } from './model/view-address';
import type { ViewEvent } from './model/view-state';
import { createReader } from './reader/reader';
import { createViewer, type ReaderHost } from './reader/view-viewer';

const openBurn = async (paste: ViewedPaste, tell: (event: ViewEvent) => void) =>
  (await import('./reader/burn-session')).createBurnSession(paste, tell);

/**
 * Creates the viewer of a page and starts it with the link's fragment. A link with another key, pasted into the same tab, is tried too.
 * @param isResumed whether this tab has already claimed the burn paste, so that nothing is asked again
 * @param opened the text that the early script has decrypted with the link's key; null: none
 */
export function useViewer(paste: ViewedPaste, isResumed: boolean, opened: DocumentText | null) {
  const [viewer] = useState(() =>
    createViewer(
      paste,
      { openReader, loadFiles: FilesScreen.preload, openBurn, leaveNothing, isSecureContext: globalThis.isSecureContext },
      opened,
    ),
  );
  const state = useSyncExternalStore(viewer.subscribe, viewer.getState, viewer.getState);
  const [key, setKey] = useState<string | null>(null);
  const [lines, setLines] = useState<LineRange | null>(null);

  useEffect(() => {
    const readLink = (isFirst: boolean) => {
      const fragment = readFragment(paste);
      setLines(fragment.lines);
      setKey(fragment.key);
      if (isFirst || viewer.getState().kind === 'failed') viewer.start(fragment.key);
      if (isFirst && isResumed && viewer.getState().kind === 'confirm') viewer.read();
      if (isFirst && paste.needsRelease) void resumeWait(viewer, paste.publicId);
    };
    readLink(true);
    const end = listen(window, 'hashchange', () => readLink(false));
    return () => {
      end();
      viewer.close();
    };
  }, [viewer, paste, isResumed]);

  return { viewer, paste: viewer.getPaste(), state, key, lines, setLines };
}

/** Goes on waiting for the sender after a reload. If that fails, the page asks as at first. */
async function resumeWait(viewer: ReturnType<typeof createViewer>, publicId: string): Promise<void> {
  const { findClaim } = await import('./reader/burn-claim-storage').catch(() => ({ findClaim: () => null }));
  if (findClaim(publicId) !== null && viewer.getState().kind === 'confirm') viewer.read();
}

/** Runs the reader in the page's own thread or, for content that could block it, in a worker. */
function openReader(send: (event: ViewEvent) => void, isSmall: boolean): ReaderHost {
  let isClosed = false;
  const receive = (event: ViewEvent) => {
    if (!isClosed) send(event);
  };
  const worker = isSmall ? null : startWorker('reader');
  if (worker) {
    worker.onmessage = ({ data }: MessageEvent<ViewEvent>) => receive(data);
    worker.onerror = () => receive({ kind: 'failed', problem: 'offline' });
  }
  return {
    read: worker ? (command) => worker.postMessage(command) : createReader(receive),
    close() {
      isClosed = true;
      worker?.terminate();
    },
  };
}
