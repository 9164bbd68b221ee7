import { accountTexts } from '#components/messages/account';
import { Button } from '#components/ui/button';
import { ACTIONS } from './account.actions';
import type { ShownSession } from './account.data';
import styles from './account.module.css';
import { When } from './when';

const texts = accountTexts.sessions;

/** The browsers that somebody is signed in with; each can be signed out from here. */
export function Sessions({ sessions }: { sessions: readonly ShownSession[] }) {
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{texts.title}</h2>
      <p className={styles.muted}>{texts.text}</p>
      <ul className={styles.list}>
        {sessions.map(({ id, keyName, createdAt, expiresAt, isOwn }, index) => (
          <li key={id} className={styles.session}>
            <div>
              <h3>{isOwn ? texts.here : texts.other}</h3>
              <p className={styles.facts}>
                <span>{texts.withKey(keyName ?? accountTexts.keys.unnamed)}</span>
                <span>
                  {texts.since} <When time={createdAt} />
                </span>
                <span>
                  {texts.until} <When time={expiresAt} />
                </span>
              </p>
            </div>
            {isOwn ? null : (
              <form method="post" action={ACTIONS.endSession}>
                <input type="hidden" name="sessionId" value={id} />
                <Button type="submit" aria-label={texts.endOf(index + 1)}>
                  {texts.end}
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
