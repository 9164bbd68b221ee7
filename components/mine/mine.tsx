'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { commonMessages } from '#components/messages/common';
import { mineMessages as messages } from '#components/messages/mine';
import { followExpiries, type LocalPaste, useLocalPastes } from '#components/paste/local/local-pastes-store';
import { receiptSentence } from '#components/paste/receipt/receipt-words';
import { useMinute } from '#components/ui/browser-facts';
import { LinkButton, SubmitButton } from '#components/ui/button';
import { Pager } from '#components/ui/pager';
import { PasteIdInput } from '#components/ui/paste-id-input';
import { Running } from '#components/ui/running';
import { addressOf } from '#lib/site/address.rules';
import type { AccountTools, PasteListing } from './account-list';
import { KeptRequests } from './kept-requests';
import { listPastes } from './listed-paste';
import { Memory } from './memory';
import styles from './mine.module.css';
import { PasteTable } from './paste-table';
import { useReceipts } from './use-receipts';

const NONE: readonly LocalPaste[] = [];

export interface AccountPastes {
  listing: PasteListing;
  tools: AccountTools;
  /** The server's clock when it rendered the page, in ms since 1970. */
  renderedAt: number;
  /** Says what doesn't work without a script. */
  noScript: string;
  /** Stands in place of an empty list. */
  empty: ReactNode;
  /** Stands below the list. */
  more: ReactNode;
}

/** "My pastes": those that this browser remembers, and those of the account of whoever is signed in, in one list. */
export function Mine({ account = null }: { account?: AccountPastes | null }) {
  const remembered = useLocalPastes();
  const pastes = remembered?.pastes ?? NONE;
  const listing = account?.listing ?? null;
  const [text, setText] = useState(listing?.q ?? '');
  const receipts = useReceipts(pastes);
  const nowMs = Math.max(useMinute() ?? 0, account?.renderedAt ?? 0);
  const listed = listPastes({ account: listing, remembered: pastes, text });
  useEffect(() => followExpiries(listing?.pastes ?? []), [listing]);
  const searched = text.trim();
  const field = (
    <PasteIdInput
      name="q"
      type="search"
      dir="auto"
      value={text}
      aria-label={messages.searchLabel}
      placeholder={messages.searchLabel}
      onChange={(event) => setText(event.target.value)}
    />
  );
  return (
    <main id="content" className={`column wide ${styles.page}`}>
      <Running>
        <div className={styles.head}>
          <h1>{messages.title}</h1>
          {listed.length === 0 && searched === '' ? null : (
            <search>
              {listing === null ? (
                field
              ) : (
                <form action={addressOf('/mine')} className={`row ${styles.search}`}>
                  {field}
                  <SubmitButton>{messages.search}</SubmitButton>
                  {listing.q === '' ? null : (
                    <LinkButton variant="quiet" href={addressOf('/mine')}>
                      {messages.clear}
                    </LinkButton>
                  )}
                </form>
              )}
            </search>
          )}
        </div>
        {account === null ? (
          <p className={styles.muted}>
            {messages.text} <a href={addressOf('/account')}>{commonMessages.signIn}</a>
          </p>
        ) : null}
        <noscript>
          <p className="box warning">{account?.noScript ?? messages.noScript}</p>
        </noscript>
        <p role="status" className="visually-hidden">
          {receipts.latest === null ? '' : `${receiptSentence(receipts.latest)} ${receipts.latest.publicId}`}
        </p>
        {searched !== '' && listed.length === 0 ? (
          <h2 className={styles.found}>{messages.notFoundTitle(searched)}</h2>
        ) : listing === null || listing.q === '' ? null : (
          <h2 className={styles.found}>{messages.results(listing.q)}</h2>
        )}
        <PasteTable pastes={listed} tools={account?.tools ?? null} receipts={receipts} nowMs={nowMs}>
          {searched !== '' ? (
            <p className={styles.muted}>{messages.notFound}</p>
          ) : account !== null ? (
            account.empty
          ) : remembered === null ? null : (
            <p>{remembered.isOn ? messages.emptyTitle : messages.emptyOff}</p>
          )}
        </PasteTable>
        {listing === null ? null : (
          <>
            {listing.searchedOnly === null ? null : <p className={styles.muted}>{messages.sawNewest(listing.searchedOnly)}</p>}
            <Pager label={messages.pagesLabel} page={listing.page} hasMore={listing.hasMore} href={hrefOf(listing)} messages={messages} />
          </>
        )}
        {account?.more}
        <KeptRequests text={text} />
        {remembered === null ? null : <Memory remembered={remembered} />}
      </Running>
    </main>
  );
}

/** @returns the address of a page of this list */
const hrefOf = (listing: PasteListing) => (page: number) => {
  const { q, next } = listing;
  const isOlder = next !== null && page > listing.page;
  const query = new URLSearchParams({ ...(q === '' ? {} : { q }), page: String(page), ...(isOlder ? { before: next } : {}) });
  return addressOf(`/mine?${query}`);
};
