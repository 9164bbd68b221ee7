import { accountMessages } from '#components/messages/account';
import { ActionButton } from '#components/ui/action-form';
import { ACTIONS } from './account.actions';
import type { ShownSession } from './account.data';
import styles from './account.module.css';
import { Dated } from './when';

const messages = accountMessages.sessions;

export function Sessions({ sessions }: { sessions: readonly ShownSession[] }) {
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{messages.title}</h2>
      <p className={styles.muted}>{messages.text}</p>
      <ul className={styles.list}>
        {sessions.map(({ id, with: way, name, createdAt, expiresAt, isOwn }, index) => (
          <li key={id} className={styles.session}>
            <div>
              <h3>{isOwn ? messages.here : messages.other}</h3>
              <p className={styles.facts}>
                <span>{messages.withKey(name ?? (way === 'key' ? accountMessages.keys.unnamed : messages.unknownIdentity))}</span>
                <Dated label={messages.since} time={createdAt} />
                <Dated label={messages.until} time={expiresAt} />
              </p>
            </div>
            {isOwn ? null : (
              <ActionButton action={ACTIONS.endSession} fields={{ sessionId: id }} aria-label={messages.endOf(index + 1)}>
                {messages.end}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
