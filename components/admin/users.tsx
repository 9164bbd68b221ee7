'use client';

import { useState } from 'react';
import accountStyles from '#components/account/account.module.css';
import { LoneLink, PageHead } from '#components/account/account-frame';
import { ChangeButton, ChangeForm, Changing, ConfirmedChange, type SendChange } from '#components/account/change-form';
import { CreatedKey, KeyFacts, LifetimeField, lifetimeOf } from '#components/account/keys';
import { Dated } from '#components/account/when';
import { pageClient } from '#components/client/page.client';
import { leaveFor } from '#components/client/use-change';
import { accountMessages } from '#components/messages/account';
import { adminMessages } from '#components/messages/admin';
import { noticeMessages } from '#components/messages/notice';
import { SubmitButton } from '#components/ui/button';
import { Check, TextField } from '#components/ui/field';
import { Section } from '#components/ui/section';
import type { ShownKey, ShownUser } from '#lib/accounts/accounts.presenter';
import { MAX_KEY_NAME_CHARACTERS } from '#lib/accounts/accounts.rules';
import type { ApiProblem } from '#lib/client/api-problem';
import { createUserKey, deleteUser, revokeUserKey, updateUser } from '#lib/client/operations.generated';
import { addressOf } from '#lib/site/address.rules';
import styles from './admin.module.css';
import { AdminList, ListPager, type PageLinks } from './admin-frame';

const messages = adminMessages.users;
const MAX_NAME_CHARACTERS = 64;

interface UsersProps {
  users: readonly ShownUser[];
  /** The beginning of the names searched for. */
  prefix: string;
  pageLinks: PageLinks;
}

export function Users({ users, prefix, pageLinks }: UsersProps) {
  return (
    <>
      <PageHead title={adminMessages.pages.users}>{messages.text}</PageHead>
      <Section id="users" title={messages.list} className={accountStyles.section}>
        <form method="get" action={addressOf('/account/admin/users')} className={styles.fields}>
          <TextField id="prefix" name="prefix" label={messages.search} defaultValue={prefix} maxLength={MAX_NAME_CHARACTERS} />
          <SubmitButton>{adminMessages.filter}</SubmitButton>
        </form>
        <AdminList rows={users}>
          {(user) => (
            <li key={user.id} className={styles.row}>
              <h3>
                <a href={addressOf(`/account/admin/users/${user.id}`)}>{user.name}</a>
              </h3>
              <UserFacts user={user} />
            </li>
          )}
        </AdminList>
      </Section>
      <ListPager pageLinks={pageLinks} />
      <CreateKey userName={null} />
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
function CreateKey({ userName }: { userName: string | null }) {
  /** The key just created, which the page shows this once. */
  const [created, setCreated] = useState<string | null>(null);
  const send: SendChange = async ({ userName: typed = '', name = '', lifetimeDays, apiOnly, existing }) => {
    const options = {
      lifetimeDays: lifetimeOf(lifetimeDays),
      isApiOnly: apiOnly === 'on',
      isExisting: userName !== null || existing === 'on',
    };
    const { apiKey } = await pageClient.call(createUserKey, { body: { userName: userName ?? typed, name, ...options } });
    setCreated(apiKey);
  };
  return (
    <Section id="make-key" title={messages.newKey} className={accountStyles.section}>
      {userName === null ? <p className={accountStyles.muted}>{messages.newKeyText}</p> : null}
      {created === null ? null : <CreatedKey value={created} />}
      <ChangeForm isEmptiedAfter onSend={send} shownAt={['userName']} problem={problemOfKey} className={styles.fields}>
        {(refused) => (
          <>
            {userName === null ? (
              <TextField
                id="user-name"
                name="userName"
                label={messages.userName}
                problem={refused && problemOfKey(refused)}
                required
                maxLength={MAX_NAME_CHARACTERS}
              />
            ) : null}
            <TextField id="key-name" name="name" label={messages.keyName} required maxLength={MAX_KEY_NAME_CHARACTERS} />
            <LifetimeField label={messages.lifetime} />
            <Check className={styles.tick} name="apiOnly">
              {messages.apiOnly}
            </Check>
            {userName === null ? (
              <Check className={styles.tick} name="existing">
                {messages.existing}
              </Check>
            ) : null}
            <SubmitButton>{messages.create}</SubmitButton>
          </>
        )}
      </ChangeForm>
    </Section>
  );
}

const problemOfKey = ({ status, code }: ApiProblem): string | null =>
  status === 400 || code === 'user_refused' ? noticeMessages.failed['key-refused'] : null;

interface UserProps {
  user: ShownUser;
  keys: readonly ShownKey[];
  isSelf: boolean;
}

export function User({ user, keys, isSelf }: UserProps) {
  const { id, name } = user;
  return (
    <>
      <div>
        <h1>{name}</h1>
        <UserFacts user={user} />
      </div>
      <p className={styles.facts}>
        <a href={addressOf(`/account/admin/audit?user=${encodeURIComponent(name)}`)}>{messages.audit}</a>
        <a href={addressOf(`/account/admin/audit?object=${id}`)}>{messages.about}</a>
      </p>
      <Section id="keys" title={messages.keysTitle} className={accountStyles.section}>
        <Changing>
          <AdminList rows={keys} none={messages.noKeys}>
            {(key) => <KeyRow key={key.id} apiKey={key} />}
          </AdminList>
        </Changing>
      </Section>
      <CreateKey userName={name} />
      {isSelf ? null : <Changes user={user} />}
      <LoneLink href={addressOf('/account/admin/users')}>{messages.back}</LoneLink>
    </>
  );
}

function KeyRow({ apiKey }: { apiKey: ShownKey }) {
  const { id, name, isActive } = apiKey;
  const words = accountMessages.keys;
  const shown = name ?? words.unnamed;
  return (
    <li className={styles.row}>
      <h3>
        {shown} <code>{words.shortened(id)}</code>
      </h3>
      <p className={styles.facts}>
        <KeyFacts apiKey={apiKey} />
      </p>
      {isActive ? (
        <ConfirmedChange
          onSend={async ({ withMade }) => {
            await pageClient.call(revokeUserKey, { params: { id }, query: { made: withMade === 'on' ? 'delete' : 'keep' } });
            return noticeMessages.done['key-revoked'];
          }}
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
  const params = { id: String(id) };
  const isAdmin = promotedAt !== null;
  const isDisabled = disabledAt !== null;
  const update = async (body: { isAdmin: boolean } | { isDisabled: boolean }, said: string) => {
    await pageClient.call(updateUser, { params, body });
    return said;
  };
  const setAdmin = () => update({ isAdmin: !isAdmin }, noticeMessages.done[isAdmin ? 'user-demoted' : 'user-promoted']);
  const setDisabled = () => update({ isDisabled: !isDisabled }, noticeMessages.done[isDisabled ? 'user-enabled' : 'user-disabled']);
  const remove = async () => {
    await pageClient.call(deleteUser, { params });
    return leaveFor('/account/admin/users?notice=user-deleted');
  };
  return (
    <Section id="change" title={messages.change} className={accountStyles.section}>
      <Changing>
        <div className={accountStyles.row}>
          <ConfirmedChange
            onSend={setAdmin}
            variant={isAdmin ? 'danger' : 'plain'}
            messages={isAdmin ? messages.demote : messages.promote}
          />
          {isDisabled ? (
            <ChangeButton mayVanish onSend={setDisabled}>
              {messages.enable}
            </ChangeButton>
          ) : (
            <ConfirmedChange onSend={setDisabled} messages={messages.disable} />
          )}
          <ConfirmedChange onSend={remove} messages={messages.delete} />
        </div>
      </Changing>
    </Section>
  );
}
