'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { commonMessages } from '#components/messages/common';
import { mineMessages as messages } from '#components/messages/mine';
import {
  followExpiries,
  type LocalPaste,
  type LocalPastes,
  setKeeping,
  setRemembering,
  useLocalPastes,
} from '#components/paste/local/local-pastes-store';
import { receiptSentence } from '#components/paste/receipt/receipt-words';
import { useKeptSecretRequests } from '#components/requests/kept/kept-secret-requests';
import { useMinute } from '#components/ui/browser-facts';
import { LinkButton, SubmitButton } from '#components/ui/button';
import { KeyLink } from '#components/ui/key-link';
import { matchesText } from '#components/ui/matches-text';
import { NearMoment } from '#components/ui/moment';
import { Pager } from '#components/ui/pager';
import { PasteIdInput } from '#components/ui/paste-id-input';
import { Running } from '#components/ui/running';
import { Section } from '#components/ui/section';
import { Switch } from '#components/ui/switch';
import { addressOf } from '#lib/site/address.rules';
import { type AccountTools, listPastes, type PasteListing } from './listed-paste';
import styles from './mine.module.css';
import { PasteTable } from './paste-table';
import { useReceipts } from './use-receipts';

const NONE: readonly LocalPaste[] = [];

interface MineProps {
  /** The account's pastes, and how they are changed; null: nobody is signed in. */
  listing?: PasteListing | null;
  tools?: AccountTools | null;
  /** The server's clock when it rendered the page, in ms since 1970. */
  renderedAt?: number;
  /** Says what doesn't work without a script. */
  noScript?: string;
  /** Stands in place of an empty list of the account. */
  empty?: ReactNode;
  /** Stands below the list. */
  children?: ReactNode;
}

/** "My pastes": those that this browser remembers, and those of the account of whoever is signed in, in one list. */
export function Mine({ listing = null, tools = null, renderedAt = 0, noScript = messages.noScript, empty, children }: MineProps) {
  const remembered = useLocalPastes();
  const pastes = remembered?.pastes ?? NONE;
  const [text, setText] = useState(listing?.q ?? '');
  const receipts = useReceipts(pastes);
  const nowMs = Math.max(useMinute() ?? 0, renderedAt);
  const listed = listPastes(listing, pastes, text);
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
      <Running noScript={noScript}>
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
        {listing === null ? (
          <p className={styles.muted}>
            {messages.text} <a href={addressOf('/account')}>{commonMessages.signIn}</a>
          </p>
        ) : null}
        <p role="status" className="visually-hidden">
          {receipts.latest === null ? '' : `${receiptSentence(receipts.latest)} ${receipts.latest.publicId}`}
        </p>
        {searched !== '' && listed.length === 0 ? (
          <h2 className={styles.found}>{messages.notFoundTitle(searched)}</h2>
        ) : listing === null || listing.q === '' ? null : (
          <h2 className={styles.found}>{messages.results(listing.q)}</h2>
        )}
        <PasteTable pastes={listed} tools={tools} receipts={receipts.known} nowMs={nowMs}>
          {searched !== '' ? (
            <p className={styles.muted}>{messages.notFound}</p>
          ) : listing !== null ? (
            empty
          ) : remembered === null ? null : (
            <p>{remembered.isOn ? messages.emptyTitle : messages.emptyOff}</p>
          )}
        </PasteTable>
        {listing === null ? null : (
          <>
            {listing.searchedOnly === null ? null : <p className={styles.muted}>{messages.sawNewest(listing.searchedOnly)}</p>}
            <Pager
              page={listing.page}
              hasMore={listing.hasMore}
              href={(page) => addressOf(`/mine?${new URLSearchParams({ ...(listing.q && { q: listing.q }), page: String(page) })}`)}
              messages={messages}
            />
          </>
        )}
        {children}
        <KeptRequests text={text} />
        {remembered === null ? null : <Memory remembered={remembered} />}
      </Running>
    </main>
  );
}

/** The requests whose inbox links this browser has, opened with one press. @param text only those that match */
function KeptRequests({ text }: { text: string }) {
  const kept = useKeptSecretRequests()?.filter(({ label, requestId }) => matchesText(text, label, requestId)) ?? [];
  if (kept.length === 0) return null;
  return (
    <Section id="kept-requests" title={messages.requests} className={styles.requests}>
      <p className={styles.muted}>{messages.requestsText}</p>
      <ul>
        {kept.map(({ requestId, inboxKey, label, createdAt, expiresAt }) => (
          <li key={requestId}>
            <KeyLink variant="quiet" className={styles.inbox} address={addressOf(`/inbox/${requestId}#${inboxKey}`)}>
              <bdi>{label === '' ? messages.unnamed : label}</bdi>
            </KeyLink>
            <span className={styles.muted}>
              {messages.expires} <NearMoment atMs={Date.parse(expiresAt)} knownAt={Date.parse(createdAt)} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Switches for what this browser remembers of the pastes that are made in it. */
function Memory({ remembered: { isOn, keepsTitles, keepsLinks } }: { remembered: LocalPastes }) {
  return (
    <Section id="memory" title={messages.memory} className={styles.memory}>
      <Switch id="remember" label={messages.remember} hint={messages.rememberHint} checked={isOn} onChange={setRemembering} />
      {isOn ? (
        <>
          <Switch
            id="keep-titles"
            label={messages.keepTitles}
            hint={messages.keepTitlesHint}
            checked={keepsTitles}
            onChange={(isKept) => setKeeping({ keepsTitles: isKept })}
          />
          <Switch
            id="keep-links"
            label={messages.keepLinks}
            hint={messages.keepLinksHint}
            checked={keepsLinks}
            onChange={(isKept) => setKeeping({ keepsLinks: isKept })}
          />
        </>
      ) : null}
    </Section>
  );
}
