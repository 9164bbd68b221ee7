import { accountMessages } from '#components/messages/account';
import type { ShownIdentity, ShownSession } from '#lib/accounts/accounts.presenter';
import { Section } from '../ui/section';
import styles from './account.module.css';
import type { ShownMade } from './account-data';
import { ActionButton, ConfirmedForm, choiceOf, MadeList, madeWith } from './action-form';
import { Dated } from './when';

const identityMessages = accountMessages.identities;

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
  const hint = isLast ? `${identityMessages.unlinkHint} ${identityMessages.unlinkLastHint}` : identityMessages.unlinkHint;
  return (
    <Section id="identities" title={identityMessages.title(providerName)}>
      <p className={styles.muted}>{identities.length === 0 ? identityMessages.none : identityMessages.text}</p>
      <ul className={styles.list}>
        {identities.map(({ id, name, issuer, createdAt, lastUsedAt }) => (
          <li key={id} className={styles.paste}>
            <h3>
              <bdi translate="no">{name}</bdi>
            </h3>
            <p className={styles.facts}>
              {id === ownIdentityId ? <span className={styles.badge}>{identityMessages.here}</span> : null}
              <bdi dir="ltr" translate="no">
                {issuer}
              </bdi>
              <Dated label={identityMessages.linked} time={createdAt} />
              <Dated label={identityMessages.lastUsed} time={lastUsedAt} never={identityMessages.neverUsed} />
            </p>
            <ConfirmedForm
              action="unlink-identity"
              fields={{ identityId: id }}
              choice={choiceOf(madeWith(made, id))}
              label={identityMessages.unlinkOf(name)}
              messages={{ open: identityMessages.unlink, confirm: identityMessages.confirmUnlink, hint }}
            >
              <MadeList made={madeWith(made, id)} />
            </ConfirmedForm>
          </li>
        ))}
      </ul>
      <ActionButton action="link-identity">{identityMessages.link(providerName)}</ActionButton>
    </Section>
  );
}

const messages = accountMessages.sessions;

interface SessionsProps {
  sessions: readonly ShownSession[];
  /** The ids of ended sessions that made things which still exist. */
  endedIds: readonly string[];
  /** Everything made with a key, an identity or a session. */
  made: readonly ShownMade[];
}

export function Sessions({ sessions, endedIds, made }: SessionsProps) {
  const others = sessions.filter(({ isOwn }) => !isOwn);
  const ofOthers = made.filter(({ makers }) => others.some(({ id }) => makers.includes(id)));
  return (
    <Section id="sessions" title={messages.title}>
      <p className={styles.muted}>{messages.text}</p>
      <ul className={styles.list}>
        {sessions.map((session, index) => (
          <Session key={session.id} session={session} number={index + 1} made={madeWith(made, session.id)} />
        ))}
        {endedIds.map((id, index) => (
          <li key={id} className={styles.paste}>
            <h3>{messages.ended}</h3>
            <ConfirmedForm
              action="end-session"
              fields={{ sessionId: id, withMade: 'on' }}
              label={messages.removeOf(index + 1)}
              messages={accountMessages.made.remove}
            >
              <MadeList made={madeWith(made, id)} />
            </ConfirmedForm>
          </li>
        ))}
      </ul>
      {others.length < 2 ? null : (
        <ConfirmedForm
          action="end-other-sessions"
          fields={{}}
          choice={choiceOf(ofOthers)}
          messages={{ open: messages.endOthers, confirm: messages.confirmEndOthers, hint: messages.endOthersHint }}
        >
          <MadeList made={ofOthers} />
        </ConfirmedForm>
      )}
    </Section>
  );
}

interface SessionProps {
  session: ShownSession;
  /** The session's number in the list. */
  number: number;
  made: readonly ShownMade[];
}

function Session({ session, number, made }: SessionProps) {
  const { id, with: way, name, createdAt, expiresAt, isOwn } = session;
  return (
    <li className={made.length === 0 || isOwn ? styles.session : styles.paste}>
      <div>
        <h3>{isOwn ? messages.here : messages.other}</h3>
        <p className={styles.facts}>
          <span>{messages.withKey(name ?? (way === 'key' ? accountMessages.keys.unnamed : messages.unknownIdentity))}</span>
          <Dated label={messages.since} time={createdAt} />
          <Dated label={messages.until} time={expiresAt} />
        </p>
      </div>
      {isOwn ? null : made.length === 0 ? (
        <ActionButton action="end-session" fields={{ sessionId: id }} aria-label={messages.endOf(number)}>
          {messages.end}
        </ActionButton>
      ) : (
        <ConfirmedForm
          action="end-session"
          fields={{ sessionId: id }}
          choice={choiceOf(made)}
          label={messages.endOf(number)}
          messages={{ open: messages.endMore, confirm: messages.end, hint: '' }}
        >
          <MadeList made={made} />
        </ConfirmedForm>
      )}
    </li>
  );
}
