'use client';

import { useReducer, useState } from 'react';
import { formatTime } from '#components/messages/format';
import { manageMessages as messages } from '#components/messages/manage';
import { forgetPaste, updatePaste } from '#components/paste/local/local-pastes.store';
import { ReceiptPanel } from '#components/paste/receipt/receipt-panel';
import { Button } from '#components/ui/button';
import { localStore } from '#components/ui/storage';
import { DeleteDialog } from './delete-dialog';
import { DeletedNotice } from './deleted-notice';
import { ExtendForm } from './extend-form';
import { GoneNotice } from './gone-notice';
import styles from './manage.module.css';
import { deletePaste, extendPaste } from './manage.requests';
import { type ManageEvent, type ManageProblem, reduce } from './manage.state';
import { PasteFacts, type PasteToManage } from './paste-facts';
import { problemSentence } from './problem-sentence';
import { useFragmentToken } from './use-fragment-token';

export function Manage({ paste, renderedAt }: { paste: PasteToManage; renderedAt: number }) {
  const { publicId } = paste;
  const [state, emit] = useReducer(reduce, { phase: 'opening' });
  useFragmentToken((token) => emit({ type: 'opened', token, expiresAt: paste.expiresAt }));

  if (state.phase === 'deleted') return <DeletedNotice />;
  if (state.phase === 'gone') return <GoneNotice />;

  const held = state.phase === 'ready' || state.phase === 'working' ? state : null;
  const working = state.phase === 'working' ? state.action : null;

  async function run(action: 'extend' | 'delete', request: (token: string) => Promise<ManageEvent>): Promise<void> {
    if (state.phase !== 'ready') return;
    emit({ type: 'started', action });
    const event = await request(state.token);
    // If this browser remembers it.
    if (event.type === 'deleted') forgetPaste(localStore(), publicId, Date.now());
    if (event.type === 'extended') updatePaste(localStore(), publicId, { expiresAt: event.expiresAt }, Date.now());
    emit(event);
  }

  return (
    <main id="content" className={styles.manage}>
      <PasteFacts paste={paste} expiresAt={held ? held.expiresAt : paste.expiresAt} renderedAt={renderedAt} />
      <noscript>
        <p>{messages.noScript}</p>
      </noscript>
      {state.phase === 'no-token' ? (
        <section className={styles.panel}>
          <h2>{messages.noTokenTitle}</h2>
          <p>{messages.noToken}</p>
        </section>
      ) : null}
      {held ? (
        <>
          {paste.burnAfterRead ? <ReceiptPanel publicId={publicId} manageToken={held.token} link={null} /> : null}
          <ProblemLine problem={state.phase === 'ready' ? state.problem : null} />
          <ExtendPanel
            expiresAt={held.expiresAt}
            isWorking={working !== null}
            isExtended={state.phase === 'ready' && state.isExtended}
            onExtend={(ttlSeconds) => void run('extend', (token) => extendPaste(publicId, token, ttlSeconds))}
          />
          <DeletePanel isWorking={working !== null} onDelete={() => void run('delete', (token) => deletePaste(publicId, token))} />
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

interface ExtendPanelProps {
  expiresAt: string | null;
  isWorking: boolean;
  isExtended: boolean;
  onExtend: (ttlSeconds: number) => void;
}

function ExtendPanel({ expiresAt, isWorking, isExtended, onExtend }: ExtendPanelProps) {
  return (
    <section className={styles.panel}>
      <h2>{messages.extendTitle}</h2>
      {expiresAt === null ? <p>{messages.extendsNever}</p> : <ExtendForm isWorking={isWorking} onExtend={onExtend} />}
      <p role="status" className={styles.success}>
        {isExtended && expiresAt !== null ? messages.extended(formatTime(new Date(expiresAt))) : ''}
      </p>
    </section>
  );
}

function ProblemLine({ problem }: { problem: ManageProblem | null }) {
  if (problem === null) return null;
  return (
    <p role="alert" className={styles.problem}>
      {problemSentence(problem)}
    </p>
  );
}
