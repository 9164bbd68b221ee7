import accountStyles from '#components/account/account.module.css';
import { LoneLink, PageHead, refusalAt, type Typed } from '#components/account/account-frame';
import { ActionButton, ActionForm, ConfirmedForm } from '#components/account/action-form';
import { CreatedKey } from '#components/account/key-row';
import { Dated } from '#components/account/when';
import { accountMessages } from '#components/messages/account';
import { adminMessages } from '#components/messages/admin';
import { SubmitButton } from '#components/ui/button';
import { Check, Field, TextField } from '#components/ui/field';
import { Section } from '#components/ui/section';
import { Select } from '#components/ui/select';
import type { ShownKey, ShownUser } from '#lib/accounts/accounts.presenter';
import { KEY_LIFETIMES_DAYS, MAX_KEY_NAME_CHARACTERS } from '#lib/accounts/accounts.rules';
import type { Notice } from '#lib/forms/notice.rules';
import { addressOf } from '#lib/site/address.rules';
import styles from './admin.module.css';
import type { Turns } from './admin-data';
import { ListPager } from './admin-frame';

const messages = adminMessages.users;
const MAX_NAME_CHARACTERS = 64;

interface UsersProps {
  users: readonly ShownUser[];
  /** The beginning of the names searched for. */
  prefix: string;
  /** The key just created, which is shown only once. */
  newKey: string | null;
  notice: Notice | null;
  /** The fields of the refused form that creates a key. */
  typed?: Typed;
  turns: Turns;
}

export function Users({ users, prefix, newKey, notice, typed = {}, turns }: UsersProps) {
  return (
    <>
      <PageHead title={adminMessages.pages.users}>{messages.text}</PageHead>
      {newKey === null ? null : <CreatedKey value={newKey} />}
      <Section id="users" title={messages.list} className={accountStyles.section}>
        <form method="get" action={addressOf('/account/admin/users')} className={styles.fields}>
          <TextField id="prefix" name="prefix" label={messages.search} defaultValue={prefix} maxLength={MAX_NAME_CHARACTERS} />
          <SubmitButton>{adminMessages.filter}</SubmitButton>
        </form>
        {users.length === 0 ? <p>{adminMessages.none}</p> : null}
        <ul className={accountStyles.list}>
          {users.map((user) => (
            <li key={user.id} className={styles.row}>
              <h3>
                <a href={addressOf(`/account/admin/users/${user.id}`)}>{user.name}</a>
              </h3>
              <UserFacts user={user} />
            </li>
          ))}
        </ul>
      </Section>
      <ListPager turns={turns} />
      <CreateKey userName={null} notice={notice} typed={typed} />
    </>
  );
}

function UserFacts({
  user: { name, createdAt, disabledAt, promotedAt, isGroupAdmin, selfRegistered, activeKeys, pastes, hasMorePastes },
}: {
  user: ShownUser;
}) {
  return (
    <p className={styles.facts}>
      {promotedAt === null ? null : <span className="success">{messages.isAdmin}</span>}
      {isGroupAdmin ? <span className="success">{messages.isGroupAdmin}</span> : null}
      {disabledAt === null ? null : <span className="warning">{messages.isDisabled}</span>}
      {selfRegistered ? <span>{messages.selfRegistered}</span> : null}
      <Dated label={messages.made} time={createdAt} />
      <span>{messages.keys(activeKeys)}</span>
      <a href={addressOf(`/account/admin/pastes?owner=${encodeURIComponent(name)}`)}>
        {(hasMorePastes ? messages.pastesOrMore : messages.pastes)(pastes)}
      </a>
    </p>
  );
}

/** @param userName the user who gets the key; null: the form asks for the name */
export function CreateKey({ userName, notice, typed = {} }: { userName: string | null; notice: Notice | null; typed?: Typed }) {
  return (
    <Section id="make-key" title={messages.newKey} className={accountStyles.section}>
      {userName === null ? <p className={accountStyles.muted}>{messages.newKeyText}</p> : null}
      <ActionForm action="admin-create-key" fields={userName === null ? {} : { userName, existing: 'on' }} className={styles.fields}>
        {userName === null ? (
          <TextField
            id="user-name"
            name="userName"
            label={messages.userName}
            required
            maxLength={MAX_NAME_CHARACTERS}
            defaultValue={typed.userName}
            {...refusalAt('user-name', notice)}
          />
        ) : null}
        <TextField
          id="key-name"
          name="name"
          label={messages.keyName}
          required
          maxLength={MAX_KEY_NAME_CHARACTERS}
          defaultValue={typed.name}
        />
        <Field id="key-lifetime" label={messages.lifetime}>
          <Select
            id="key-lifetime"
            name="lifetimeDays"
            defaultValue={typed.lifetimeDays ?? 'never'}
            options={KEY_LIFETIMES_DAYS.map((days) => days ?? 'never').map((days) => [days, accountMessages.keys.lifetimes[days]])}
          />
        </Field>
        <Check className={styles.tick} name="apiOnly" defaultChecked={typed.apiOnly !== undefined}>
          {messages.apiOnly}
        </Check>
        {userName === null ? (
          <Check className={styles.tick} name="existing" defaultChecked={typed.existing !== undefined}>
            {messages.existing}
          </Check>
        ) : null}
        <SubmitButton>{messages.create}</SubmitButton>
      </ActionForm>
    </Section>
  );
}

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
      </p>
      <Section id="keys" title={messages.keysTitle} className={accountStyles.section}>
        {keys.length === 0 ? <p>{messages.noKeys}</p> : null}
        <ul className={accountStyles.list}>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} userId={id} />
          ))}
        </ul>
      </Section>
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
    <Section id="change" title={messages.change} className={accountStyles.section}>
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
    </Section>
  );
}
