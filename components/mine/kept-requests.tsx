import { mineMessages as messages } from '#components/messages/mine';
import { useKeptSecretRequests } from '#components/requests/kept/kept-secret-requests';
import { useMinute } from '#components/ui/browser-facts';
import { KeyLink } from '#components/ui/key-link';
import { matchesText } from '#components/ui/matches-text';
import { Moment } from '#components/ui/moment';
import { Section } from '#components/ui/section';
import { addressOf } from '#lib/site/address.rules';
import styles from './mine.module.css';

/** The requests whose inbox links this browser has, opened with one press. @param text only those that match */
export function KeptRequests({ text }: { text: string }) {
  const nowMs = useMinute();
  const kept = useKeptSecretRequests()?.filter(({ label, requestId }) => matchesText(text, label, requestId)) ?? [];
  if (kept.length === 0 || nowMs === null) return null;
  return (
    <Section id="kept-requests" title={messages.requests} className={styles.requests}>
      <p className={styles.muted}>{messages.requestsText}</p>
      <ul>
        {kept.map(({ requestId, inboxKey, label, expiresAt }) => (
          <li key={requestId}>
            <KeyLink variant="quiet" className={styles.inbox} address={addressOf(`/inbox/${requestId}#${inboxKey}`)}>
              <bdi>{label === '' ? messages.unnamed : label}</bdi>
            </KeyLink>
            <span className={styles.muted}>
              {messages.expires} <Moment atMs={Date.parse(expiresAt)} nowMs={nowMs} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
