'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { manageMessages as messages } from '#components/messages/manage';
import { readsMessages } from '#components/messages/reads';
import { forgetPaste, updatePaste, useLocalPastes } from '#components/paste/local/local-pastes-store';
import { Button } from '#components/ui/button';
import { Fact } from '#components/ui/fact';
import { lazyPart } from '#components/ui/lazy-part';
import { listen } from '#components/ui/listen';
import { NearMoment, ReadCount } from '#components/ui/moment';
import { StatusPage } from '#components/ui/status-page';
import { syntaxLabel } from '#components/ui/syntax-label';
import { secretIn } from '#lib/envelope/fragment';
import { pageLanguage } from '#lib/locales/page-language.rules';
import type { PasteSummaryJson } from '#lib/pastes/paste.schema';
import { ReceiptPanel } from '../receipt/receipt-panel';
import type { Credential } from '../release/release.client';
import { deletePaste, extendPaste } from './manage.client';
import styles from './manage.module.css';
import { DeleteDialog, DeletedNotice, ExtendForm } from './manage-parts';
import { type RequestEnd, useManage } from './use-manage';

/** Loads only for pastes whose sender releases each reader. */
const ReleasePanel = lazyPart(async () => (await import('../release/release-panel')).ReleasePanel);
/** Loads only for pastes with a recipient. */
const RecipientPanel = lazyPart(async () => (await import('../release/release-panel')).RecipientPanel);

interface ManageProps {
  paste: PasteSummaryJson;
  /** Whether the paste is for the reader of one mailbox. */
  hasRecipient?: boolean;
  /** Whether the paste belongs to the account that is signed in, which needs no token. */
  isOwner?: boolean;
  /** The server's clock when it rendered the page, in ms since 1970. */
  renderedAt: number;
}

export function Manage({ paste, hasRecipient = false, isOwner = false, renderedAt }: ManageProps) {
  const { publicId } = paste;
  const { extendedTo: expiresAt = paste.expiresAt, isWorking, end, follow, forget } = useManage();
  /** Whether the paste has ended while the page was open, by the last read or otherwise. */
  const [isOver, setOver] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const credential = useFragmentCredential(forget);
  // A link that releases readers does nothing else, also for the owner.
  const isToRelease = credential?.kind === 'release';
  const mayManage = !isToRelease && (credential === null ? isOwner : credential !== undefined);

  if (end?.type === 'deleted') return <DeletedNotice isOwn />;
  if (end?.type === 'gone') return <GoneNotice />;

  const token = credential?.token ?? null;

  async function run(request: (publicId: string, token: string | null) => Promise<RequestEnd>): Promise<void> {
    if (isWorking) return;
    const ended = await follow(request(publicId, token));
    // Updates what this browser remembers of the paste, if anything.
    if (ended.type === 'deleted') forgetPaste(publicId);
    if (ended.type === 'extended') updatePaste(publicId, { expiresAt: ended.expiresAt });
  }

  return (
    <main id="content" className={`column ${styles.manage}`}>
      <ManageHeader paste={paste} expiresAt={expiresAt} isOver={isOver} renderedAt={renderedAt} />
      <noscript>
        <p>{messages.noScript}</p>
      </noscript>
      {credential === null && !isOwner ? (
        <section className={styles.panel}>
          <h2>{messages.noTokenTitle}</h2>
          <p>{messages.noToken}</p>
        </section>
      ) : null}
      {isToRelease ? <ReleasePanel publicId={publicId} credential={credential} /> : null}
      {mayManage ? (
        <>
          {hasRecipient && !isOver ? <RecipientPanel publicId={publicId} credential={credential ?? null} /> : null}
          {paste.approvals === undefined || isOver ? null : (
            <ReleasePanel publicId={publicId} credential={credential ?? null} mayRelease={token === null || paste.approvals === 1} />
          )}
          {paste.burnAfterRead || paste.maxReads ? (
            <ReceiptPanel publicId={publicId} manageToken={token} onNews={(ended) => setOver(ended !== null)} />
          ) : null}
          {end?.type === 'failed' ? (
            <p role="alert" className="box danger">
              {end.message}
            </p>
          ) : null}
          {isOver ? null : (
            <>
              <section className={styles.panel}>
                <h2>{messages.extendTitle}</h2>
                {expiresAt === null ? (
                  <p>{messages.extendsNever}</p>
                ) : (
                  <ExtendForm isWorking={isWorking} onExtend={(ttlSeconds) => void run((...of) => extendPaste(...of, ttlSeconds))} />
                )}
                <p role="status" className={styles.success}>
                  {end?.type === 'extended' ? end.message : ''}
                </p>
              </section>
              <section className={styles.panel}>
                <h2>{messages.deleteTitle}</h2>
                <div className={styles.row}>
                  <p>{messages.deleteHint}</p>
                  <Button variant="danger" aria-disabled={isWorking} onClick={() => setAsking(true)}>
                    {messages.delete}
                  </Button>
                </div>
                {isAsking ? <DeleteDialog onDelete={() => void run(deletePaste)} onClose={() => setAsking(false)} /> : null}
              </section>
            </>
          )}
        </>
      ) : null}
    </main>
  );
}

interface ManageHeaderProps {
  paste: PasteSummaryJson;
  /** null: never. */
  expiresAt: string | null;
  /** Whether the paste has ended, so that it doesn't expire any more; its receipt says how often it was read. */
  isOver: boolean;
  /** The server's clock when it rendered the page, in ms since 1970. */
  renderedAt: number;
}

function ManageHeader({ paste, expiresAt, isOver, renderedAt }: ManageHeaderProps) {
  const moment = (time: string) => <NearMoment atMs={Date.parse(time)} knownAt={renderedAt} />;
  const here = useLocalPastes()?.pastes.find(({ publicId }) => publicId === paste.publicId);
  return (
    <header>
      <p className={styles.eyebrow}>{messages.heading}</p>
      <h1>
        <bdi>{here?.label || paste.title || here?.title || (paste.isE2ee ? messages.encryptedPaste : messages.untitled)}</bdi>
      </h1>
      <dl className={styles.facts}>
        <Fact name={messages.protection}>
          {paste.isE2ee ? messages.encrypted : messages.serverSide}
          {paste.burnAfterRead ? <span className={styles.burn}>{messages.burn}</span> : null}
        </Fact>
        {paste.isE2ee ? null : <Fact name={messages.language}>{syntaxLabel(paste.syntax)}</Fact>}
        {paste.readableFrom === undefined ? null : (
          <Fact name={messages.networks}>
            <bdi>{paste.readableFrom.join(', ')}</bdi>
          </Fact>
        )}
        <Fact name={messages.created}>{moment(paste.createdAt)}</Fact>
        {isOver ? null : <Fact name={messages.expires}>{expiresAt === null ? messages.never : moment(expiresAt)}</Fact>}
        {isOver || paste.burnAfterRead ? null : paste.maxReads ? (
          <Fact name={readsMessages.label}>
            <ReadCount reads={paste.viewCount} max={paste.maxReads} lastAt={paste.lastReadAt} />
          </Fact>
        ) : (
          <Fact name={messages.views}>{paste.viewCount.toLocaleString(pageLanguage())}</Fact>
        )}
      </dl>
    </header>
  );
}

/** The page of a manage link whose paste is gone: the receipt, if it was a burn paste and the token is right. */
export function GoneOrReceipt() {
  const publicId = usePathname().split('/').at(-1) ?? '';
  const credential = useFragmentCredential();
  return (
    <GoneNotice>
      <ReceiptPanel publicId={publicId} manageToken={credential?.kind === 'manage' ? credential.token : null} />
    </GoneNotice>
  );
}

/** The form of a token. A fragment may hold anything, and the token is sent as a header. */
const TOKEN = /^[\w-]{1,200}$/;

/** Begins the fragment of a link that releases readers. */
const RELEASE = /^r=/;

/**
 * Reads the token from the fragment and removes it from the address, so that screenshots and synced histories don't hold it.
 * @returns undefined until then; null when there is none
 */
function useFragmentCredential(onToken?: () => void): Credential | undefined {
  const [credential, setCredential] = useState<Credential>();
  const take = useEffectEvent(() => {
    const { hash, pathname } = window.location;
    const token = secretIn(hash).replace(RELEASE, '');
    if (!/^#?$/.test(hash)) window.history.replaceState(window.history.state, '', pathname);
    // The first read removes the fragment, so a later empty one changes nothing. Another pasted link does.
    if (!TOKEN.test(token)) return setCredential((before) => before ?? null);
    setCredential({ kind: RELEASE.test(hash.slice(1)) ? 'release' : 'manage', token });
    onToken?.();
  });
  useEffect(() => {
    take();
    return listen(window, 'hashchange', () => take());
  }, []);
  return credential;
}

function GoneNotice({ children }: { children?: ReactNode }) {
  return (
    <StatusPage isOwn title={messages.goneTitle} text={messages.goneText}>
      {children}
    </StatusPage>
  );
}
