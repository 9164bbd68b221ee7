import { mineMessages as messages } from '#components/messages/mine';
import { useKeptSecretRequests } from '#components/requests/kept/kept-secret-requests';
import { KeyLink } from '#components/ui/key-link';
import { matchesText } from '#components/ui/matches-text';
import { NearMoment } from '#components/ui/moment';
import { Section } from '#components/ui/section';
import { addressOf } from '#lib/site/address.rules';
import styles from './mine.module.css';

/** The requests whose inbox links this browser has, opened with one press. @param text only those that match */
export function KeptRequests({ text }: { text: string }) {
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
