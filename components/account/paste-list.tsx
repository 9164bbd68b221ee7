import { accountMessages } from '#components/messages/account';
import { receiptMessages } from '#components/messages/receipt';
import { LinkButton, SubmitButton } from '#components/ui/button';
import { ScrollingCode } from '#components/ui/copy-code';
import { ReadCount } from '#components/ui/moment';
import { Pager } from '#components/ui/pager';
import { PasteIdInput } from '#components/ui/paste-id-input';
import { RefreshWhile } from '#components/ui/refresh-while';
import { Section } from '#components/ui/section';
import { receiptFileName } from '#lib/receipts/receipt.rules';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';
import type { Endings, PasteListing } from './account-data';
import { PasteTable } from './paste-table';
import { Dated, When } from './when';

const messages = accountMessages.pastes;

interface PasteListProps {
  listing: PasteListing;
  /** null except on the first page of the whole list. */
  endings: Endings | null;
  /** The address at which scripts create pastes. */
  apiUrl: string;
}

export function PasteList({ listing, endings, apiUrl }: PasteListProps) {
  const { pastes, q, page } = listing;
  const isEmpty = pastes.length === 0;
  // Reading changes the list: a burn paste leaves it, and another's reads are counted in it.
  const changing = pastes.filter(({ burnAfterRead, maxReads }) => burnAfterRead || maxReads).map(({ publicId }) => publicId);
  return (
    <>
      <div className={styles.head}>
        <h1>{messages.title}</h1>
        {isEmpty && q === '' && page === 1 ? null : <SearchForm q={q} />}
      </div>
      {q === '' ? null : <h2 className={styles.found}>{isEmpty ? messages.notFoundTitle(q) : messages.results(q)}</h2>}
      <PasteTable pastes={pastes} renderedAt={Date.now()}>
        <Empty listing={listing} apiUrl={apiUrl} />
      </PasteTable>
      {listing.searchedOnly === null ? null : <p className={styles.muted}>{messages.sawNewest(listing.searchedOnly)}</p>}
      <Pager label={messages.pagesLabel} page={page} hasMore={listing.hasMore} href={hrefOf(listing)} messages={messages} />
      {endings === null ? null : <BurnEndings endings={endings} />}
      <RefreshWhile isWaiting={changing.length > 0} subject={changing.join()} />
    </>
  );
}

function SearchForm({ q }: { q: string }) {
  return (
    <search>
      <form action={addressOf('/account')} className={`row ${styles.search}`}>
        <PasteIdInput
          name="q"
          type="search"
          dir="auto"
          defaultValue={q}
          aria-label={messages.searchLabel}
          placeholder={messages.searchLabel}
        />
        <SubmitButton>{messages.search}</SubmitButton>
        {q === '' ? null : (
          <LinkButton variant="quiet" href={addressOf('/account')}>
            {messages.clear}
          </LinkButton>
        )}
      </form>
    </search>
  );
}

function Empty({ listing: { q, page }, apiUrl }: { listing: PasteListing; apiUrl: string }) {
  if (q !== '') return <p className={styles.muted}>{messages.notFound}</p>;
  if (page > 1) return <p className={styles.muted}>{messages.emptyPage}</p>;
  const command = `curl -s ${apiUrl} -H 'X-Api-Key: sp_…' \\\n  -H 'Content-Type: application/json' -d '{"content": "hello"}'`;
  return (
    <div className={styles.teach}>
      <h2>{messages.emptyTitle}</h2>
      <p>{messages.empty}</p>
      <ScrollingCode>{command}</ScrollingCode>
      <p>
        <LinkButton variant="primary" href={addressOf('/')}>
          {messages.newPaste}
        </LinkButton>
      </p>
    </div>
  );
}

/** @returns the address of a page of this list */
const hrefOf = (listing: PasteListing) => (page: number) => {
  const { q, next } = listing;
  const isOlder = next !== null && page > listing.page;
  const query = new URLSearchParams({ ...(q === '' ? {} : { q }), page: String(page), ...(isOlder ? { before: next } : {}) });
  return addressOf(`/account?${query}`);
};

/** How each burn paste ended. The server no longer has the content or the title. */
function BurnEndings({ endings: { receipts, hasMore, keptDays } }: { endings: Endings }) {
  const [latest] = receipts;
  return (
    <>
      {/* A live region that stays, so that screen readers announce the next ending. */}
      <p role="status" className="visually-hidden">
        {latest ? `${(latest.reads ? messages.endedCounted : messages.ended)[latest.state]}: ${latest.publicId}` : ''}
      </p>
      {receipts.length === 0 ? null : (
        <Section id="burn-endings" title={messages.endingsTitle} className={styles.endings}>
          <p className={styles.muted}>{messages.endings(keptDays)}</p>
          <ul className={styles.list}>
            {receipts.map(({ publicId, state, createdAt, at, reads, maxReads, lastReadAt }) => (
              <li key={publicId} className={styles.ending}>
                <p className={styles.end} data-state={state}>
                  {reads ? messages.endedCounted[state] : messages.ended[state]} <When time={at} />
                </p>
                <p className={styles.facts}>
                  <code className={styles.pasteId}>{publicId}</code>
                  <Dated label={messages.created} time={createdAt} />
                  {reads && maxReads ? (
                    <span>
                      <ReadCount reads={reads} max={maxReads} lastAt={lastReadAt} />
                    </span>
                  ) : null}
                  <a href={addressOf(`/api/v1/pastes/${publicId}/receipt`)} download={receiptFileName(publicId)}>
                    {receiptMessages.save} <span className="visually-hidden">{publicId}</span>
                  </a>
                </p>
              </li>
            ))}
          </ul>
          {hasMore ? <p className={styles.muted}>{messages.endingsMore(receipts.length)}</p> : null}
        </Section>
      )}
    </>
  );
}
