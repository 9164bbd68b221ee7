import { accountMessages } from '#components/messages/account';
import { ReadCount } from '#components/ui/moment';
import styles from './account.module.css';
import type { Endings } from './account-data';
import { Dated, When } from './when';

const messages = accountMessages.pastes;

/** How each burn paste ended. The server no longer has the content or the title. */
export function BurnEndings({ endings: { receipts, hasMore, keptDays } }: { endings: Endings }) {
  const [latest] = receipts;
  return (
    <>
      {/* A live region that stays, so that screen readers announce the next ending. */}
      <p role="status" className="visually-hidden">
        {latest ? `${(latest.reads ? messages.endedCounted : messages.ended)[latest.state]}: ${latest.publicId}` : ''}
      </p>
      {receipts.length === 0 ? null : (
        <section aria-labelledby="burn-endings" className={styles.endings}>
          <h2 id="burn-endings">{messages.endingsTitle}</h2>
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
                </p>
              </li>
            ))}
          </ul>
          {hasMore ? <p className={styles.muted}>{messages.endingsMore(receipts.length)}</p> : null}
        </section>
      )}
    </>
  );
}
