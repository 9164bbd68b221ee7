import accountStyles from '#components/account/account.module.css';
import type { ShownKey } from '#components/account/account-data';
import { LoneLink } from '#components/account/account-frame';
import { ActionButton } from '#components/account/action-form';
import { ConfirmedForm } from '#components/account/confirmed-form';
import { CreatedKey } from '#components/account/new-key';
import { Dated } from '#components/account/when';
import { accountMessages } from '#components/messages/account';
import { adminMessages } from '#components/messages/admin';
import { addressOf } from '#lib/site/address.rules';
import styles from './admin.module.css';
import type { ShownUser } from './admin-data';
import { CreateKey, UserFacts } from './users';

const messages = adminMessages.users;

interface UserProps {
  user: ShownUser;
  keys: readonly ShownKey[];
  /** Whether the administrator looks at their own account. */
  isSelf: boolean;
  newKey: string | null;
}

export function User({ user, keys, isSelf, newKey }: UserProps) {
  const { id, name } = user;
  return (
    <>
      <div>
        <h1>{name}</h1>
        <UserFacts user={user} />
      </div>
      {newKey === null ? null : <CreatedKey value={newKey} />}
      <p className={styles.facts}>
        <a href={addressOf(`/account/admin/audit?user=${encodeURIComponent(name)}`)}>{messages.audit}</a>
        <a href={addressOf(`/account/admin/audit?object=${id}`)}>{messages.about}</a>
        <a href={addressOf(`/account/admin/pastes?owner=${encodeURIComponent(name)}`)}>
          {messages.pastes(user.pastes, user.hasMorePastes)}
        </a>
      </p>
      <section className={accountStyles.section} aria-labelledby="keys">
        <h2 id="keys">{messages.keysTitle}</h2>
        {keys.length === 0 ? <p>{messages.noKeys}</p> : null}
        <ul className={accountStyles.list}>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} userId={id} />
          ))}
        </ul>
      </section>
      <CreateKey userName={name} notice={null} />
      {isSelf ? null : <Changes user={user} />}
      <LoneLink href={addressOf('/account/admin/users')}>{messages.back}</LoneLink>
    </>
  );
}

function KeyRow({ apiKey, userId }: { apiKey: ShownKey; userId: number }) {
  const { id, name, createdAt, lastUsedAt, maySignIn, scopes, isActive } = apiKey;
  const words = accountMessages.keys;
  const shown = name ?? words.unnamed;
  return (
    <li className={styles.row}>
      <h3>
        {shown} <code>{words.shortened(id)}</code>
      </h3>
      <p className={styles.facts}>
        {maySignIn ? <span>{words.maySignIn}</span> : null}
        {scopes === null ? null : <span>{words.mayOnly(scopes.map((scope) => words.scopeNames[scope]).join(', '))}</span>}
        <Dated label={words.created} time={createdAt} />
        <Dated label={words.lastUsed} time={lastUsedAt} never={words.neverUsed} />
        {isActive ? null : <span>{words.pastTitle}</span>}
      </p>
      {isActive ? (
        <ConfirmedForm
          action="admin-revoke-key"
          fields={{ keyId: id, userId }}
          choice={{ name: 'withMade', label: words.withMadeAll }}
          label={words.revokeOf(shown)}
          messages={{ open: words.revoke, confirm: words.confirmRevoke, hint: words.revokeHint }}
        />
      ) : null}
    </li>
  );
}

/** Shows actions that administrators can't apply to themselves, so that nobody locks themselves out. */
function Changes({ user: { id, promotedAt, disabledAt } }: { user: ShownUser }) {
  const fields = { userId: id };
  return (
    <section className={accountStyles.section} aria-labelledby="change">
      <h2 id="change">{messages.change}</h2>
      {promotedAt === null ? (
        <ConfirmedForm action="admin-promote-user" fields={fields} messages={messages.promote} />
      ) : (
        <ConfirmedForm action="admin-demote-user" fields={fields} messages={messages.demote} />
      )}
      {disabledAt === null ? (
        <ConfirmedForm action="admin-disable-user" fields={fields} messages={messages.disable} />
      ) : (
        <ActionButton action="admin-enable-user" fields={fields}>
          {messages.enable}
        </ActionButton>
      )}
      <ConfirmedForm action="admin-delete-user" fields={fields} messages={messages.delete} />
    </section>
  );
}
