'use client';

import { CircleCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { requestMessages as messages } from '#components/messages/request';
import { usePageData } from '#components/shell/use-page-data';
import { Button } from '#components/ui/button';
import { Running } from '#components/ui/running';
import { Section } from '#components/ui/section';
import { DEFAULT_EXPIRIES, type OfferedExpiries } from '#lib/pastes/expiry.rules';
import type { OwnSecretRequestJson } from '#lib/requests/request.schema';
import { AskForm } from './ask-form';
import type { NamedSecretRequest } from './keys/secret-request-keys';
import styles from './requests.module.css';
import requestsPageStyles from './requests-page.module.css';
import { SecretRequestLinks } from './secret-request-link-fields';
import { SecretRequestRow } from './secret-request-row';
import { type PrivateOutcome, usePrivateLink } from './use-private-link';
import { countWaiting, useInboxes, useKeptSecretRequests } from './use-secret-requests';

interface SecretRequestsProps {
  /** The account's requests; empty when nobody is signed in. */
  owned: readonly OwnSecretRequestJson[];
  expiries: OfferedExpiries;
}

const NONE: readonly NamedSecretRequest[] = [];

/** The page to ask for a secret and to read the answers. */
export function SecretRequests({ owned, expiries }: SecretRequestsProps) {
  const { kept, refresh: refreshKept, forget } = useKeptSecretRequests();
  const { rows, isStale, latest, refresh } = useInboxes(Array.isArray(kept) ? kept : NONE, owned);
  const waiting = rows.reduce((sum, { answers }) => sum + countWaiting(answers), 0);
  const [asked, setAsked] = useState<NamedSecretRequest | null>(null);
  const [round, setRound] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const outcome = usePrivateLink(() => void refreshKept());

  function showAsked(request: NamedSecretRequest): void {
    setAsked(request);
    void refreshKept();
  }

  function askAgain(): void {
    setAsked(null);
    setRound(round + 1);
    heading.current?.focus();
  }

  return (
    <div className={styles.requests}>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {messages.title}
        </h1>
        <p className={styles.intro}>{messages.intro}</p>
        {waiting === 0 ? null : (
          <p className={styles.jump}>
            <a href="#inbox">{messages.list.waiting(waiting)}</a>
          </p>
        )}
      </div>
      <noscript>
        <p className="box warning">{messages.list.noScript}</p>
      </noscript>
      <p role="status" className={outcome === null ? 'visually-hidden' : outcome.kind === 'added' ? 'box success' : 'box warning'}>
        {outcome === null ? '' : describe(outcome)}
      </p>
      {asked === null ? <AskForm key={round} expiries={expiries} onAsked={showAsked} /> : <Asked request={asked} onAnother={askAgain} />}
      <Section id="inbox" title={messages.list.title} className={`stack ${styles.inbox}`}>
        <p role="status" className="visually-hidden">
          {latest === null ? '' : messages.list.arrived(latest.label === '' ? messages.list.unnamed : latest.label)}
        </p>
        {kept === 'unavailable' ? <p className="box warning">{messages.list.unavailable}</p> : null}
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
                onRemove={() => void forget(row.kept?.thumbprint ?? '')}
              />
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}

function describe(outcome: PrivateOutcome): string {
  if (outcome.kind !== 'added') return messages.private[outcome.kind];
  return outcome.label === '' ? messages.private.addedUnnamed : messages.private.added(outcome.label);
}

export function AskPage() {
  const { data } = usePageData();
  return (
    <main id="content" className={requestsPageStyles.page}>
      <Running>
        <SecretRequests owned={[]} expiries={data?.expiries ?? DEFAULT_EXPIRIES} />
      </Running>
    </main>
  );
}

function Asked({ request, onAnother }: { request: NamedSecretRequest; onAnother: () => void }) {
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
