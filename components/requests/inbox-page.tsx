'use client';

import { useEffect, useState } from 'react';
import { requestMessages } from '#components/messages/request';
import { useAttention } from '#components/ui/attention';
import { listen } from '#components/ui/listen';
import { Running } from '#components/ui/running';
import { secretIn } from '#lib/envelope/fragment';
import { addressOf, idInAddress } from '#lib/site/address.rules';
import styles from './requests.module.css';
import { SecretRequestRow } from './secret-request-row';
import { countWaiting, useInboxes } from './use-secret-requests';

const messages = requestMessages.inbox;

/** The page of an inbox link: one request and its answers, on any device. */
export function InboxPage() {
  const [inboxKey, setInboxKey] = useState<string | null>(null);
  const { rows, isStale, refresh } = useInboxes(inboxKey ? [{ requestId: idInAddress(), inboxKey }] : []);
  const [row] = rows;
  const waiting = countWaiting(row?.answers ?? null);
  useAttention(waiting, requestMessages.list.arrivedTitle(waiting));
  const problem = inboxKey === '' ? 'refused' : row?.problem;

  useEffect(() => {
    const take = () => setInboxKey(secretIn(location.hash));
    take();
    return listen(window, 'hashchange', take);
  }, []);

  return (
    <main id="content" className="column">
      <Running noScript={requestMessages.list.noScript}>
        <div className={styles.requests}>
          <h1>{messages.title}</h1>
          {isStale ? <p className={styles.muted}>{requestMessages.list.unknown}</p> : null}
          <p role="status" className={problem ? 'box warning' : styles.muted}>
            {problem ? messages[problem] : row?.request ? '' : messages.loading}
          </p>
          {row?.request ? (
            <ul>
              <SecretRequestRow row={row} onChanged={() => void refresh(row)} onRemove={null} heading="h2" />
            </ul>
          ) : null}
          <a href={addressOf('/requests')}>{messages.all}</a>
        </div>
      </Running>
    </main>
  );
}
