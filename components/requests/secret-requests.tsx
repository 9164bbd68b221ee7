'use client';

import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useRef, useState } from 'react';
import { requestMessages as messages } from '#components/messages/request';
import { usePageData } from '#components/shell/use-page-data';
import { NotifyButton, useAttention } from '#components/ui/attention';
import { Button } from '#components/ui/button';
import { Running } from '#components/ui/running';
import { Section } from '#components/ui/section';
import { DEFAULT_EXPIRIES, type OfferedExpiries } from '#lib/pastes/expiry.rules';
import type { OwnSecretRequestJson } from '#lib/requests/request.schema';
import { addressOf } from '#lib/site/address.rules';
import { AskForm } from './ask-form';
import { forgetSecretRequest, type KeptSecretRequest, useKeptSecretRequests } from './kept/kept-secret-requests';
import styles from './requests.module.css';
import { SecretRequestLinks } from './secret-request-link-fields';
import { SecretRequestRow } from './secret-request-row';
import { countWaiting, useInboxes } from './use-secret-requests';

interface SecretRequestsProps {
  /** The account's requests; empty when nobody is signed in. */
  owned: readonly OwnSecretRequestJson[];
  expiries: OfferedExpiries;
}

/** The page to ask for a secret and to read the answers. */
export function SecretRequests({ owned, expiries }: SecretRequestsProps) {
  const kept = useKeptSecretRequests();
  const { rows, isStale, latest, refresh } = useInboxes(kept ?? [], owned);
  const waiting = rows.reduce((sum, { answers }) => sum + countWaiting(answers), 0);
  const [asked, setAsked] = useState<KeptSecretRequest | null>(null);
  const [round, setRound] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const inbox = useRef<HTMLElement>(null);
  /** Whether what came in stands above the form. */
  const [isRaised, setRaised] = useState(false);
  /** The link that was just made takes no more answers. */
  const isAnswered = rows.some(({ requestId, request }) => requestId === asked?.requestId && request !== null && request.state !== 'open');
  const isInboxFirst = isRaised || isAnswered;
  useAttention(waiting, messages.list.arrivedTitle(waiting));

  useEffect(() => {
    // Whoever types goes on typing in the same place.
    if (waiting > 0 && !top.current?.contains(document.activeElement)) setRaised(true);
  }, [waiting]);

  useEffect(() => {
    // The button that had the focus is gone.
    if (isAnswered && document.activeElement === document.body) inbox.current?.focus();
  }, [isAnswered]);

  function askAgain(): void {
    setAsked(null);
    setRaised(false);
    setRound(round + 1);
    heading.current?.focus();
  }

  const form = (
    <div key="form" ref={top}>
      {asked === null ? (
        <AskForm key={round} expiries={expiries} onAsked={setAsked} />
      ) : isAnswered ? (
        <Button onClick={askAgain}>{messages.asked.another}</Button>
      ) : (
        <Asked request={asked} onAnother={askAgain} />
      )}
    </div>
  );

  return (
    <main id="content" className="column">
      <Running noScript={messages.list.noScript}>
        <div className={styles.requests}>
          <div>
            <h1 ref={heading} tabIndex={-1}>
              {messages.title}
            </h1>
            <p className={styles.intro}>
              {messages.intro} <a href={addressOf('/receive')}>{messages.byCode}</a>
            </p>
            {waiting === 0 || isInboxFirst ? null : (
              <p className={styles.jump}>
                <a href="#inbox">{messages.list.waiting(waiting)}</a>
              </p>
            )}
          </div>
          {isInboxFirst ? null : form}
          <Section key="inbox" ref={inbox} tabIndex={-1} id="inbox" title={messages.list.title} className={`stack ${styles.inbox}`}>
            <p role="status" className="visually-hidden">
              {latest === null ? '' : messages.list.arrived(latest.label === '' ? messages.list.unnamed : latest.label)}
            </p>
            {isStale ? <p className={styles.muted}>{messages.list.unknown}</p> : null}
            {rows.length === 0 ? (
              kept === null ? null : (
                <p className={styles.muted}>{messages.list.empty}</p>
              )
            ) : (
              <ul className="stack">
                {rows.map((row) => (
                  <SecretRequestRow
                    key={row.requestId}
                    row={row}
                    onChanged={() => void refresh(row)}
                    onRemove={row.inboxKey === null ? null : () => forgetSecretRequest(row.requestId)}
                  />
                ))}
              </ul>
            )}
            {rows.some(({ isLive }) => isLive) ? (
              <div>
                <NotifyButton />
              </div>
            ) : null}
          </Section>
          {isInboxFirst ? form : null}
        </div>
      </Running>
    </main>
  );
}

export function AskPage() {
  const { data } = usePageData();
  return <SecretRequests owned={[]} expiries={data?.expiries ?? DEFAULT_EXPIRIES} />;
}

function Asked({ request, onAnother }: { request: KeptSecretRequest; onAnother: () => void }) {
  return (
    <section className={styles.asked} aria-labelledby="asked">
      <h2 id="asked">
        <CircleCheck aria-hidden size={20} />
        {messages.asked.heading}
      </h2>
      <SecretRequestLinks request={request} isNew />
      <p className={styles.muted}>{messages.asked.next}</p>
      <div>
        <Button onClick={onAnother}>{messages.asked.another}</Button>
      </div>
    </section>
  );
}
