'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { newIdempotencyKey } from '#components/paste/editor/unsettled';
import { thumbprintOf } from '#lib/envelope/answer.keys';
import { sealAnswer } from '#lib/envelope/answer.seal';
import type { RequestJson } from '#lib/requests/request.schema';
import { createAnswerSession } from './answer.session';
import { sealedFiles } from './attached-files';
import { sendAnswer } from './send-answer';
import { keepSent, restoreSent } from './sent-storage';

const thumbprintInLink = () => location.hash.slice(1);

/** The session of the answering page, started with what its link holds. Another link, pasted into the same tab, is tried too. */
export function useAnswer(request: RequestJson) {
  const { requestId } = request;
  const [session] = useState(() =>
    createAnswerSession(request, {
      thumbprintOf,
      seal: async ({ text, files }, publicKey) => sealAnswer({ content: text, ...(await sealedFiles(files)) }, publicKey),
      send: (content, idempotencyKey) => sendAnswer(requestId, content, idempotencyKey),
      newKey: newIdempotencyKey,
      restore: () => restoreSent(requestId),
      keep: (answers) => keepSent(requestId, answers),
      isSecureContext: globalThis.isSecureContext,
    }),
  );
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState);

  useEffect(() => {
    const start = () => void session.start(thumbprintInLink());
    start();
    window.addEventListener('hashchange', start);
    return () => window.removeEventListener('hashchange', start);
  }, [session]);

  return { state, session, another: () => void session.another(thumbprintInLink()) };
}
