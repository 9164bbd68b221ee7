'use client';

import { useReducer, useState } from 'react';
import { formatTime } from '#components/messages/format';
import { manageMessages as messages } from '#components/messages/manage';
import { forgetPaste, updatePaste } from '#components/paste/local/local-pastes-store';
import { Button } from '#components/ui/button';
import type { PasteSummaryJson } from '#lib/pastes/paste.schema';
import { ReceiptPanel } from '../receipt/receipt-panel';
import { DeleteDialog } from './delete-dialog';
import { ExtendForm } from './extend-form';
import { deletePaste, extendPaste } from './manage.client';
import styles from './manage.module.css';
import { ManageHeader } from './manage-header';
import { type RequestEnd, reduce } from './manage-state';
import { DeletedNotice, GoneNotice } from './notices';
import { problemSentence } from './problem-sentence';
import { useFragmentToken } from './use-fragment-token';

export function Manage({ paste, renderedAt }: { paste: PasteSummaryJson; renderedAt: number }) {
  const { publicId } = paste;
  const [state, emit] = useReducer(reduce, { phase: 'opening' });
  /** Whether the paste has ended while the page was open, by the last read or otherwise. */
  const [isOver, setOver] = useState(false);
  useFragmentToken((token) => emit({ type: 'opened', token, expiresAt: paste.expiresAt }));

  if (state.phase === 'deleted') return <DeletedNotice />;
  if (state.phase === 'gone') return <GoneNotice />;

  async function run(request: (publicId: string, token: string) => Promise<RequestEnd>): Promise<void> {
    if (state.phase !== 'held' || state.isWorking) return;
    emit({ type: 'started' });
    const event = await request(publicId, state.token);
    // Updates what this browser remembers of the paste, if anything.
    if (event.type === 'deleted') forgetPaste(publicId);
    if (event.type === 'extended') updatePaste(publicId, { expiresAt: event.expiresAt });
    emit(event);
  }

  return (
    <main id="content" className={styles.manage}>
      <ManageHeader
        paste={paste}
        expiresAt={state.phase === 'held' ? state.expiresAt : paste.expiresAt}
        isOver={isOver}
        renderedAt={renderedAt}
      />
      <noscript>
        <p>{messages.noScript}</p>
      </noscript>
      {state.phase === 'no-token' ? (
        <section className={styles.panel}>
          <h2>{messages.noTokenTitle}</h2>
          <p>{messages.noToken}</p>
        </section>
      ) : null}
      {state.phase === 'held' ? (
        <>
          {paste.burnAfterRead || paste.maxReads ? (
            <ReceiptPanel publicId={publicId} manageToken={state.token} link={null} onEnd={() => setOver(true)} />
          ) : null}
          {state.problem ? (
            <p role="alert" className="box danger">
              {problemSentence(state.problem)}
            </p>
          ) : null}
          {isOver ? null : (
            <>
              <section className={styles.panel}>
                <h2>{messages.extendTitle}</h2>
                {state.expiresAt === null ? (
                  <p>{messages.extendsNever}</p>
                ) : (
                  <ExtendForm
                    isWorking={state.isWorking}
                    onExtend={(ttlSeconds) => void run((id, token) => extendPaste(id, token, ttlSeconds))}
                  />
                )}
                <p role="status" className={styles.success}>
                  {state.isExtended && state.expiresAt !== null ? messages.extended(formatTime(new Date(state.expiresAt))) : ''}
                </p>
              </section>
              <DeletePanel isWorking={state.isWorking} onDelete={() => void run(deletePaste)} />
            </>
          )}
        </>
      ) : null}
    </main>
  );
}

function DeletePanel({ isWorking, onDelete }: { isWorking: boolean; onDelete: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className={styles.panel}>
      <h2>{messages.deleteTitle}</h2>
      <div className={styles.row}>
        <p>{messages.deleteHint}</p>
        <Button variant="danger" aria-disabled={isWorking} onClick={() => setAsking(true)}>
          {messages.delete}
        </Button>
      </div>
      {isAsking ? <DeleteDialog onDelete={onDelete} onClose={() => setAsking(false)} /> : null}
    </section>
  );
}
