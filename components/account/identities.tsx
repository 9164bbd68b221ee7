import { accountMessages } from '#components/messages/account';
import styles from './account.module.css';
import type { ShownIdentity, ShownMade } from './account-data';
import { ActionButton } from './action-form';
import { ConfirmedForm } from './confirmed-form';
import { choiceOf, MadeList, madeWith } from './made-list';
import { Dated } from './when';

const messages = accountMessages.identities;

interface IdentitiesProps {
  providerName: string;
  identities: readonly ShownIdentity[];
  /** Everything made with a key, an identity or a session. */
  made: readonly ShownMade[];
  /** The identity that this browser is signed in with; null: a key. */
  ownIdentityId: string | null;
  /** Whether a key can sign in, too. */
  hasKeyToSignIn: boolean;
}

/** Lists the accounts at the sign-in provider that sign the user in. */
export function Identities({ providerName, identities, made, ownIdentityId, hasKeyToSignIn }: IdentitiesProps) {
  const isLast = identities.length === 1 && !hasKeyToSignIn;
  const hint = isLast ? `${messages.unlinkHint} ${messages.unlinkLastHint}` : messages.unlinkHint;
  return (
    <section aria-labelledby="identities">
      <h2 id="identities">{messages.title(providerName)}</h2>
      <p className={styles.muted}>{identities.length === 0 ? messages.none : messages.text}</p>
      <ul className={styles.list}>
        {identities.map(({ id, name, issuer, createdAt, lastUsedAt }) => (
          <li key={id} className={styles.paste}>
            <h3>
              <bdi translate="no">{name}</bdi>
            </h3>
            <p className={styles.facts}>
              {id === ownIdentityId ? <span className={styles.badge}>{messages.here}</span> : null}
              <span translate="no">{issuer}</span>
              <Dated label={messages.linked} time={createdAt} />
              <Dated label={messages.lastUsed} time={lastUsedAt} never={messages.neverUsed} />
            </p>
            <ConfirmedForm
              action="unlink-identity"
              fields={{ identityId: id }}
              choice={choiceOf(madeWith(made, id))}
              label={messages.unlinkOf(name)}
              messages={{ open: messages.unlink, confirm: messages.confirmUnlink, hint }}
            >
              <MadeList made={madeWith(made, id)} />
            </ConfirmedForm>
          </li>
        ))}
      </ul>
      <ActionButton action="link-identity">{messages.link(providerName)}</ActionButton>
    </section>
  );
}
