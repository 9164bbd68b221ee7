import { accountMessages } from '#components/messages/account';
import { SubmitButton } from '#components/ui/button';
import { Check, Field, TextField } from '#components/ui/field';
import { Section } from '#components/ui/section';
import { Select } from '#components/ui/select';
import type { ShownIdentity, ShownKey, ShownSession } from '#lib/accounts/accounts.presenter';
import { KEY_LIFETIMES_DAYS, KEY_NAME_PATTERN, MAX_KEY_NAME_CHARACTERS } from '#lib/accounts/accounts.rules';
import { KEY_SCOPES, scopeField } from '#lib/accounts/key-scopes.rules';
import type { Notice } from '#lib/forms/notice.rules';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';
import type { ShownMade } from './account-data';
import { PageHead, refusalAt, type Typed } from './account-frame';
import { ActionButton, ActionForm } from './action-form';
import { CreatedKey, KeyRow } from './key-row';
import keyStyles from './keys.module.css';
import { Identities, Sessions } from './sign-ins';

const messages = accountMessages.keys;

interface KeysProps {
  keys: readonly ShownKey[];
  /** Everything made with a key, an identity or a session. */
  made: readonly ShownMade[];
  /** The id of the key that this browser is signed in with; null: it is signed in with an identity. */
  ownKeyId: string | null;
  /** The key just created, which is shown only once. */
  newKey: string | null;
  sessions: readonly ShownSession[];
  /** The ids of ended sessions that made things which still exist. */
  endedIds: readonly string[];
  userName: string;
  /** The sentence about a form that was sent: done, or refused. */
  notice: Notice | null;
  /** The fields of the refused form: that of a new key, or of a key's new name. */
  typed?: Typed;
  /** The sign-in provider with the linked identities; null: there is no provider. */
  provider: { name: string; identities: readonly ShownIdentity[]; ownId: string | null } | null;
}

export function Keys({ keys, made, ownKeyId, newKey, sessions, endedIds, userName, provider, notice, typed = {} }: KeysProps) {
  const hasIdentity = provider !== null && provider.identities.length > 0;
  const past = keys.filter(({ isActive }) => !isActive);
  const inRow = { keys, made, hasIdentity, notice, typed };
  return (
    <>
      <PageHead title={messages.title}>
        {messages.text} <a href={addressOf('/docs/api')}>{messages.docs}</a>
      </PageHead>
      {newKey === null ? null : (
        <CreatedKey value={newKey}>
          <ActionButton action="hide-key">{messages.kept}</ActionButton>
        </CreatedKey>
      )}
      <CreateKey notice={notice} typed={typed.keyId === undefined ? typed : {}} />
      <Section id="your-keys" title={messages.listTitle}>
        <ul className={styles.list}>
          {keys
            .filter(({ isActive }) => isActive)
            .map((key) => (
              <KeyRow key={key.id} apiKey={key} isOwn={key.id === ownKeyId} {...inRow} />
            ))}
        </ul>
      </Section>
      {past.length === 0 ? null : (
        <details className={styles.change}>
          <summary>{messages.pastTitle}</summary>
          <ul className={styles.list}>
            {past.map((key) => (
              <KeyRow key={key.id} apiKey={key} isOwn={false} {...inRow} />
            ))}
          </ul>
        </details>
      )}
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
      <OwnData userName={userName} notice={notice} />
    </>
  );
}

function CreateKey({ notice, typed }: { notice: Notice | null; typed: Typed }) {
  return (
    <Section id="make-key" title={messages.createTitle}>
      <ActionForm action="create-key" className={styles.create}>
        <TextField
          id="key-name"
          name="name"
          label={messages.name}
          required
          pattern={KEY_NAME_PATTERN}
          maxLength={MAX_KEY_NAME_CHARACTERS}
          placeholder={messages.namePlaceholder}
          defaultValue={typed.name}
          {...refusalAt('key-name', notice)}
        />
        <Field id="key-lifetime" label={messages.lifetime}>
          <Select
            id="key-lifetime"
            name="lifetimeDays"
            defaultValue={typed.lifetimeDays ?? 'never'}
            options={KEY_LIFETIMES_DAYS.map((days) => days ?? 'never').map((days) => [days, messages.lifetimes[days]])}
          />
        </Field>
        <fieldset className={keyStyles.scopes} aria-describedby="scopes-hint">
          <legend>{messages.scopes}</legend>
          {KEY_SCOPES.map((scope) => (
            <Check key={scope} className={keyStyles.scope} name={scopeField(scope)} defaultChecked={typed[scopeField(scope)] !== undefined}>
              {messages.scopeNames[scope]}
            </Check>
          ))}
          <p id="scopes-hint" className={styles.muted}>
            {messages.scopesHint}
          </p>
        </fieldset>
        <SubmitButton variant="primary">{messages.create}</SubmitButton>
      </ActionForm>
    </Section>
  );
}

const dataMessages = accountMessages.data;

export function OwnData({ userName, notice }: { userName: string; notice: Notice | null }) {
  const refusal = refusalAt('account-name', notice);
  return (
    <>
      <Section id="download-data" title={dataMessages.downloadTitle} className={styles.teach}>
        <p>{dataMessages.downloadText}</p>
        <ActionButton action="download-data">{dataMessages.download}</ActionButton>
      </Section>
      <Section id="delete-account" title={dataMessages.deleteTitle} className={styles.teach}>
        <p>{dataMessages.deleteText}</p>
        <details className={styles.change} open={refusal.problem !== undefined}>
          <summary>{dataMessages.open}</summary>
          <ActionForm action="delete-account" className={styles.form}>
            <TextField id="account-name" name="userName" label={dataMessages.nameLabel(userName)} required {...refusal} />
            <SubmitButton variant="danger">{dataMessages.confirm}</SubmitButton>
          </ActionForm>
        </details>
      </Section>
    </>
  );
}
