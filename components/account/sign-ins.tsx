import { pageClient } from '#components/client/page.client';
import { accountMessages } from '#components/messages/account';
import { noticeMessages } from '#components/messages/notice';
import type { ShownIdentity, ShownSession } from '#lib/accounts/accounts.presenter';
import { endOtherSessions, endSession, unlinkIdentity } from '#lib/client/operations.generated';
import { Section } from '../ui/section';
import styles from './account.module.css';
import { ActionButton } from './action-form';
import { ChangeButton, Changing, Ending, madeWith, type ShownMade } from './change-form';
import { Dated } from './when';

const identityMessages = accountMessages.identities;

interface IdentitiesProps {
  providerName: string;
  identities: readonly ShownIdentity[];
  made: readonly ShownMade[];
  /** The identity that this browser is signed in with; null: a key. */
  ownIdentityId: string | null;
  hasKeyToSignIn: boolean;
}

/** Lists the accounts at the sign-in provider that sign the user in. */
export function Identities({ providerName, identities, made, ownIdentityId, hasKeyToSignIn }: IdentitiesProps) {
  const isLast = identities.length === 1 && !hasKeyToSignIn;
  const hint = isLast ? `${identityMessages.unlinkHint} ${identityMessages.unlinkLastHint}` : identityMessages.unlinkHint;
  return (
    <Section id="identities" title={identityMessages.title(providerName)}>
      <p className={styles.muted}>{identities.length === 0 ? identityMessages.none : identityMessages.text}</p>
      <Changing>
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
              <Ending
                end={(made) => pageClient.call(unlinkIdentity, { params: { id }, query: { made } })}
                made={madeWith(made, id)}
                said={{ done: noticeMessages.done['identity-unlinked'], gone: noticeMessages.failed['identity-gone'] }}
                label={identityMessages.unlinkOf(name)}
                messages={{ open: identityMessages.unlink, confirm: identityMessages.confirmUnlink, hint }}
              />
            </li>
          ))}
        </ul>
      </Changing>
      <ActionButton action="link-identity">{identityMessages.link(providerName)}</ActionButton>
    </Section>
  );
}

const messages = accountMessages.sessions;

interface SessionsProps {
  sessions: readonly ShownSession[];
  /** The ids of ended sessions that made things which still exist. */
  endedIds: readonly string[];
  made: readonly ShownMade[];
}

export function Sessions({ sessions, endedIds, made }: SessionsProps) {
  const others = sessions.filter(({ isOwn }) => !isOwn);
  return (
    <Section id="sessions" title={messages.title}>
      <p className={styles.muted}>{messages.text}</p>
      <Changing>
        <ul className={styles.list}>
          {sessions.map((session, index) => (
            <Session key={session.id} session={session} number={index + 1} made={madeWith(made, session.id)} />
          ))}
          {endedIds.map((id, index) => (
            <li key={id} className={styles.paste}>
              <h3>{messages.ended}</h3>
              <Ending
                end={() => pageClient.call(endSession, { params: { id }, query: { made: 'delete' } })}
                made={madeWith(made, id)}
                isRest
                said={saidOfSession()}
                label={messages.removeOf(index + 1)}
                messages={accountMessages.made.remove}
              />
            </li>
          ))}
        </ul>
        {others.length < 2 ? null : (
          <Ending
            end={(made) => pageClient.call(endOtherSessions, { query: { made } })}
            made={made.filter(({ makers }) => others.some(({ id }) => makers.includes(id)))}
            said={{ ...saidOfSession(), done: noticeMessages.done['sessions-ended'] }}
            messages={{ open: messages.endOthers, confirm: messages.confirmEndOthers, hint: messages.endOthersHint }}
          />
        )}
      </Changing>
    </Section>
  );
}

interface SessionProps {
  session: ShownSession;
  number: number;
  made: readonly ShownMade[];
}

const saidOfSession = () => ({ done: noticeMessages.done['session-ended'], gone: noticeMessages.failed['session-gone'] });

function Session({ session, number, made }: SessionProps) {
  const { id, with: way, name, createdAt, expiresAt, isOwn } = session;
  const said = saidOfSession();
  const end = (kept: 'keep' | 'delete') => pageClient.call(endSession, { params: { id }, query: { made: kept } });
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
        <ChangeButton
          mayVanish
          onSend={() => end('keep').then(() => said.done)}
          problem={({ status }) => (status === 404 ? said.gone : null)}
          aria-label={messages.endOf(number)}
        >
          {messages.end}
        </ChangeButton>
      ) : (
        <Ending
          end={end}
          made={made}
          said={said}
          label={messages.endOf(number)}
          messages={{ open: messages.endMore, confirm: messages.end, hint: '' }}
        />
      )}
    </li>
  );
}
