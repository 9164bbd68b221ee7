'use client';

import { type ReactNode, useState } from 'react';
import { pageClient } from '#components/client/page.client';
import { accountMessages } from '#components/messages/account';
import { noticeMessages } from '#components/messages/notice';
import { Button, SubmitButton } from '#components/ui/button';
import { CopyField } from '#components/ui/copy-field';
import { Disclosure } from '#components/ui/disclosure';
import { Check, Field, TextField } from '#components/ui/field';
import { Section } from '#components/ui/section';
import { Select } from '#components/ui/select';
import { formatExpiry } from '#components/ui/times';
import type { ShownIdentity, ShownKey, ShownSession } from '#lib/accounts/accounts.presenter';
import { KEY_LIFETIMES_DAYS, KEY_NAME_PATTERN, MAX_KEY_NAME_CHARACTERS } from '#lib/accounts/accounts.rules';
import { KEY_SCOPES } from '#lib/accounts/house-rules.rules';
import { createKey, renameKey, revokeKey } from '#lib/client/operations.generated';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';
import { PageHead } from './account-frame';
import { ChangeForm, Changing, Ending, type Fields, madeWith, type ShownMade } from './change-form';
import keyStyles from './keys.module.css';
import { OwnData } from './own-data';
import { Identities, Sessions } from './sign-ins';
import { Dated } from './when';

const messages = accountMessages.keys;

interface KeysProps {
  keys: readonly ShownKey[];
  made: readonly ShownMade[];
  /** The id of the key that this browser is signed in with; null: it is signed in with an identity. */
  ownKeyId: string | null;
  sessions: readonly ShownSession[];
  /** The ids of ended sessions that made things which still exist. */
  endedIds: readonly string[];
  userName: string;
  /** The sign-in provider with the linked identities; null: there is no provider. */
  provider: { name: string; identities: readonly ShownIdentity[]; ownId: string | null } | null;
}

export function Keys({ keys, made, ownKeyId, sessions, endedIds, userName, provider }: KeysProps) {
  const hasIdentity = provider !== null && provider.identities.length > 0;
  const past = keys.filter(({ isActive }) => !isActive);
  const listOf = (shown: readonly ShownKey[]) => (
    <ul className={styles.list}>
      {shown.map((key) => (
        <KeyRow key={key.id} apiKey={key} keys={keys} made={made} isOwn={key.id === ownKeyId} hasIdentity={hasIdentity} />
      ))}
    </ul>
  );
  return (
    <>
      <PageHead title={accountMessages.pages.settings}>{accountMessages.signedInAs(userName)}</PageHead>
      <Section id="keys" title={messages.title} className={styles.teach}>
        <p>
          {messages.text} <a href={addressOf('/docs/api')}>{messages.docs}</a>
        </p>
      </Section>
      <CreateKey />
      <Changing>
        <Section id="your-keys" title={messages.listTitle}>
          {listOf(keys.filter(({ isActive }) => isActive))}
        </Section>
        {past.length === 0 ? null : <Disclosure label={messages.pastTitle}>{listOf(past)}</Disclosure>}
      </Changing>
      {provider === null ? null : (
        <Identities
          providerName={provider.name}
          identities={provider.identities}
          made={made}
          ownIdentityId={provider.ownId}
          hasKeyToSignIn={keys.some(({ isActive, maySignIn }) => isActive && maySignIn)}
        />
      )}
      <Sessions sessions={sessions} endedIds={endedIds} made={made} />
      <OwnData userName={userName} />
    </>
  );
}

function CreateKey() {
  /** The key just created, which the page shows this once. */
  const [newKey, setNewKey] = useState<string | null>(null);
  /** The scopes of the key; null: it may do everything. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null);

  async function create({ name = '', lifetimeDays }: Fields): Promise<void> {
    const scopes = KEY_SCOPES.filter((scope) => chosen?.includes(scope));
    const { apiKey } = await pageClient.call(createKey, { body: { name, lifetimeDays: lifetimeOf(lifetimeDays), scopes } });
    setNewKey(apiKey);
    setChosen(null);
  }

  return (
    <Section id="make-key" title={messages.createTitle}>
      {newKey === null ? null : (
        <CreatedKey value={newKey}>
          <div>
            <Button onClick={() => setNewKey(null)}>{messages.kept}</Button>
          </div>
        </CreatedKey>
      )}
      <ChangeForm
        isEmptiedAfter
        onSend={create}
        problem={({ code }) => (code === 'too_many_keys' ? noticeMessages.failed['too-many-keys'] : null)}
        shownAt={['name']}
        className={styles.create}
      >
        {(refused) => (
          <>
            <TextField
              id="key-name"
              name="name"
              label={messages.name}
              required
              pattern={KEY_NAME_PATTERN}
              maxLength={MAX_KEY_NAME_CHARACTERS}
              placeholder={messages.namePlaceholder}
              problem={refused && noticeMessages.failed['key-invalid']}
            />
            <LifetimeField label={messages.lifetime} />
            <fieldset className={keyStyles.scopes}>
              <legend>{messages.scopes}</legend>
              <Check type="radio" className={keyStyles.scope} checked={chosen === null} onChange={() => setChosen(null)}>
                {messages.scopesAll}
              </Check>
              <Check type="radio" className={keyStyles.scope} checked={chosen !== null} onChange={() => setChosen([])}>
                {messages.scopesOnly}
              </Check>
              {chosen === null
                ? null
                : KEY_SCOPES.map((scope) => (
                    <Check
                      key={scope}
                      className={`${keyStyles.scope} ${keyStyles.one}`}
                      checked={chosen.includes(scope)}
                      // A key that may do nothing would be one that may do everything.
                      required={chosen.length === 0}
                      onChange={({ target }) => setChosen(target.checked ? [...chosen, scope] : chosen.filter((each) => each !== scope))}
                    >
                      {messages.scopeNames[scope]}
                    </Check>
                  ))}
            </fieldset>
            <SubmitButton variant="primary">{messages.create}</SubmitButton>
          </>
        )}
      </ChangeForm>
    </Section>
  );
}

export function LifetimeField({ label }: { label: string }) {
  const options = KEY_LIFETIMES_DAYS.map((days) => days ?? 'never').map((days) => [days, messages.lifetimes[days]] as const);
  return (
    <Field id="key-lifetime" label={label}>
      <Select id="key-lifetime" name="lifetimeDays" defaultValue="never" options={options} />
    </Field>
  );
}

/** The days that the field says; null: the key does not end. */
export const lifetimeOf = (chosen: string | undefined) => KEY_LIFETIMES_DAYS.find((days) => String(days) === chosen) ?? null;

interface KeyRowProps {
  apiKey: ShownKey;
  /** All keys of the user, this one included. */
  keys: readonly ShownKey[];
  made: readonly ShownMade[];
  /** Whether this browser is signed in with the key. */
  isOwn: boolean;
  /** Whether the user can also sign in without a key. */
  hasIdentity: boolean;
}

function KeyRow({ apiKey, keys, made, isOwn, hasIdentity }: KeyRowProps) {
  const { id, maySignIn, madeBy, isActive } = apiKey;
  const name = apiKey.name ?? messages.unnamed;
  const own = madeWith(made, id);
  // The list may no longer have the key that made this one.
  const maker = madeBy && (keys.find((key) => key.id === madeBy)?.name ?? messages.shortened(madeBy));
  const isLast = !hasIdentity && maySignIn && keys.filter((key) => key.isActive && key.maySignIn).length === 1;
  const hints = [isOwn ? messages.revokeOwnHint : messages.revokeHint, ...(isLast ? [messages.revokeLastHint] : [])];
  return (
    <li className={styles.paste}>
      <h3>
        <bdi>{name}</bdi> <code>{messages.shortened(id)}</code>
      </h3>
      <p className={styles.facts}>
        {isOwn ? <span className={styles.badge}>{messages.thisSession}</span> : null}
        <KeyFacts apiKey={apiKey} />
        {maker === null ? null : <span>{messages.madeWith(maker)}</span>}
      </p>
      <div className={styles.row}>
        {isActive ? <RenameForm apiKey={apiKey} shown={name} /> : null}
        {isActive || own.length > 0 ? (
          <Ending
            end={(made) => pageClient.call(revokeKey, { params: { id }, query: { made } })}
            made={own}
            isRest={!isActive}
            said={{ done: noticeMessages.done['key-revoked'], gone: noticeMessages.failed['key-gone'] }}
            label={isActive ? messages.revokeOf(name) : accountMessages.made.removeOf(name)}
            messages={
              isActive ? { open: messages.revoke, confirm: messages.confirmRevoke, hint: hints.join(' ') } : accountMessages.made.remove
            }
          />
        ) : null}
      </div>
    </li>
  );
}

/** @param shown the name in the list, also of a key that has none */
function RenameForm({ apiKey: { id, name }, shown }: { apiKey: ShownKey; shown: string }) {
  return (
    <Disclosure label={messages.rename} name={messages.renameOf(shown)}>
      <ChangeForm
        className={styles.form}
        onSend={async ({ name: newName = '' }) => {
          await pageClient.call(renameKey, { params: { id }, body: { name: newName } });
          return noticeMessages.done['key-renamed'];
        }}
        problem={({ status }) => (status === 404 ? noticeMessages.failed['key-gone'] : null)}
        shownAt={['name']}
      >
        {(refused) => (
          <>
            <TextField
              id={`rename-${id}`}
              name="name"
              label={messages.newName}
              required
              pattern={KEY_NAME_PATTERN}
              maxLength={MAX_KEY_NAME_CHARACTERS}
              defaultValue={name ?? ''}
              problem={refused && noticeMessages.failed['key-name-invalid']}
            />
            <SubmitButton>{messages.confirmRename}</SubmitButton>
          </>
        )}
      </ChangeForm>
    </Disclosure>
  );
}

/** Says what a key may do, and since and until when. */
export function KeyFacts({ apiKey }: { apiKey: ShownKey }) {
  const { createdAt, lastUsedAt, maySignIn, scopes, rules } = apiKey;
  return (
    <>
      {maySignIn ? <span>{messages.maySignIn}</span> : null}
      {scopes === null ? null : <span>{messages.mayOnly(scopes.map((scope) => messages.scopeNames[scope]).join(', '))}</span>}
      {rules === null || rules.require.length === 0 ? null : (
        <span>{messages.requires(rules.require.map((rule) => messages.ruleNames[rule]).join(', '))}</span>
      )}
      {rules === null || rules.maxTtlSeconds === null ? null : <span>{messages.maxTtl(formatExpiry(rules.maxTtlSeconds))}</span>}
      <Dated label={messages.created} time={createdAt} />
      <Dated label={messages.lastUsed} time={lastUsedAt} never={messages.neverUsed} />
      <End apiKey={apiKey} />
    </>
  );
}

function End({ apiKey: { expiresAt, revokedAt, isActive } }: { apiKey: ShownKey }) {
  if (revokedAt !== null) return <Dated label={messages.revoked} time={revokedAt} />;
  if (expiresAt === null) return <span>{messages.forever}</span>;
  return <Dated label={isActive ? messages.expires : messages.expired} time={expiresAt} />;
}

export function NewKey({ value }: { value: string }) {
  return <CopyField isMain label={messages.newLabel} copyLabel={messages.copyKey} value={value} />;
}

/** Shows a key that was just created. It is shown only once. */
export function CreatedKey({ value, children }: { value: string; children?: ReactNode }) {
  return (
    <Section id="new-key" title={messages.newTitle} className={styles.newKey}>
      <p>{messages.newText}</p>
      <NewKey value={value} />
      {children}
    </Section>
  );
}
