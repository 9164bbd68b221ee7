import { mineMessages as messages } from '#components/messages/mine';
import { useKeptRequests } from '#components/requests/inbox/use-kept-requests';
import { useMinute } from '#components/ui/browser-facts';
import { matchesText } from '#components/ui/matches-text';
import { Moment } from '#components/ui/moment';
import { addressOf } from '#lib/site/address.rules';
import styles from './mine.module.css';

/** The requests whose keys this browser has. @param text only those that match */
export function KeptRequests({ text }: { text: string }) {
  const { kept } = useKeptRequests();
  const nowMs = useMinute();
  if (!Array.isArray(kept) || nowMs === null) return null;
  const matches = kept.filter(({ label, requestId }) => matchesText(text, label, requestId));
  return (
    <section className={styles.section} aria-labelledby="kept-requests">
      <h2 id="kept-requests">{messages.requests}</h2>
      <p className={styles.muted}>
        {messages.requestsText} <a href={addressOf('/requests')}>{messages.ask}</a>
      </p>
      {kept.length > 0 && matches.length === 0 ? <p>{messages.none}</p> : null}
      <ul>
        {matches.map(({ thumbprint, label, expiresAt }) => (
          <li key={thumbprint} className={styles.row}>
            <a href={addressOf('/requests#inbox')}>{label === '' ? messages.unnamed : label}</a>
            <span className={styles.muted}>
              {messages.until} <Moment atMs={Date.parse(expiresAt)} nowMs={nowMs} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
