import type { ReactNode } from 'react';
import { accountMessages } from '#components/messages/account';
import { SubmitButton } from '#components/ui/button';
import { CopyField } from '#components/ui/copy-field';
import { TextField } from '#components/ui/field';
import { Section } from '#components/ui/section';
import { formatExpiry } from '#components/ui/times';
import type { ShownKey } from '#lib/accounts/accounts.presenter';
import { KEY_NAME_PATTERN, MAX_KEY_NAME_CHARACTERS } from '#lib/accounts/accounts.rules';
import type { Notice } from '#lib/forms/notice.rules';
import styles from './account.module.css';
import type { ShownMade } from './account-data';
import { refusalAt, type Typed } from './account-frame';
import { ActionForm, ConfirmedForm, choiceOf, MadeList, madeWith } from './action-form';
import { SeenOnce } from './seen-once';
import { Dated } from './when';

const messages = accountMessages.keys;

interface KeyRowProps {
  apiKey: ShownKey;
  /** All keys of the user, this one included. */
  keys: readonly ShownKey[];
  /** Everything made with a key, an identity or a session. */
  made: readonly ShownMade[];
  /** Whether this browser is signed in with the key. */
  isOwn: boolean;
  /** Whether the user can also sign in without a key. */
  hasIdentity: boolean;
  notice: Notice | null;
  /** The fields of a refused form, which may be this row's. */
  typed: Typed;
}

export function KeyRow({ apiKey, keys, made, isOwn, hasIdentity, notice, typed }: KeyRowProps) {
  const { id, createdAt, lastUsedAt, maySignIn, scopes, rules, madeBy, isActive } = apiKey;
  const name = apiKey.name ?? messages.unnamed;
  const own = madeWith(made, id);
  const isLast = !hasIdentity && maySignIn && keys.filter((key) => key.isActive && key.maySignIn).length === 1;
  const hints = [isOwn ? messages.revokeOwnHint : messages.revokeHint, ...(isLast ? [messages.revokeLastHint] : [])];
  return (
    <li className={styles.paste}>
      <h3>
        <bdi>{name}</bdi> <code>{messages.shortened(id)}</code>
      </h3>
      <p className={styles.facts}>
        {isOwn ? <span className={styles.badge}>{messages.thisSession}</span> : null}
        {maySignIn ? <span>{messages.maySignIn}</span> : null}
        {scopes === null ? null : <span>{messages.mayOnly(scopes.map((scope) => messages.scopeNames[scope]).join(', '))}</span>}
        {rules === null || rules.require.length === 0 ? null : (
          <span>{messages.requires(rules.require.map((rule) => messages.ruleNames[rule]).join(', '))}</span>
        )}
        {rules === null || rules.maxTtlSeconds === null ? null : <span>{messages.maxTtl(formatExpiry(rules.maxTtlSeconds))}</span>}
        {madeBy === null ? null : <span>{messages.madeWith(nameOf(madeBy, keys))}</span>}
        <Dated label={messages.created} time={createdAt} />
        <Dated label={messages.lastUsed} time={lastUsedAt} never={messages.neverUsed} />
        <End apiKey={apiKey} />
      </p>
      {isActive ? <RenameForm id={id} name={apiKey.name} shown={name} notice={typed.keyId === id ? notice : null} typed={typed} /> : null}
      {isActive ? (
        <ConfirmedForm
          action="revoke-key"
          fields={{ keyId: id }}
          choice={choiceOf(own)}
          label={messages.revokeOf(name)}
          messages={{ open: messages.revoke, confirm: messages.confirmRevoke, hint: hints.join(' ') }}
        >
          <MadeList made={own} />
        </ConfirmedForm>
      ) : own.length === 0 ? null : (
        <ConfirmedForm
          action="revoke-key"
          fields={{ keyId: id, withMade: 'on' }}
          label={accountMessages.made.removeOf(name)}
          messages={accountMessages.made.remove}
        >
          <MadeList made={own} />
        </ConfirmedForm>
      )}
    </li>
  );
}

interface RenameFormProps {
  id: string;
  /** Null: the key has none, and the list shows `shown` in its place. */
  name: string | null;
  shown: string;
  notice: Notice | null;
  typed: Typed;
}

function RenameForm({ id, name, shown, notice, typed }: RenameFormProps) {
  const refusal = refusalAt('new-key-name', notice);
  const isRefused = refusal.problem !== undefined;
  return (
    <details className={styles.change} open={isRefused}>
      <summary aria-label={messages.renameOf(shown)}>{messages.rename}</summary>
      <ActionForm action="rename-key" fields={{ keyId: id }} className={styles.form}>
        <TextField
          id={`rename-${id}`}
          name="name"
          label={messages.newName}
          required
          pattern={KEY_NAME_PATTERN}
          maxLength={MAX_KEY_NAME_CHARACTERS}
          defaultValue={isRefused ? typed.name : (name ?? '')}
          {...refusal}
        />
        <SubmitButton>{messages.confirmRename}</SubmitButton>
      </ActionForm>
    </details>
  );
}

/** Returns a key's name; its shortened id when the list no longer has the key. */
function nameOf(id: string, keys: readonly ShownKey[]): string {
  return keys.find((key) => key.id === id)?.name ?? messages.shortened(id);
}

function End({ apiKey: { expiresAt, revokedAt, isActive } }: { apiKey: ShownKey }) {
  if (revokedAt !== null) return <Dated label={messages.revoked} time={revokedAt} />;
  if (expiresAt === null) return <span>{messages.forever}</span>;
  return <Dated label={isActive ? messages.expires : messages.expired} time={expiresAt} />;
}

/** A field with the text of a new key, and a button that copies it. */
export function NewKey({ value }: { value: string }) {
  return <CopyField isMain label={messages.newLabel} copyLabel={messages.copyKey} value={value} />;
}

/** Shows a key that was just created. It is shown only once. */
export function CreatedKey({ value, children }: { value: string; children?: ReactNode }) {
  return (
    <Section id="new-key" title={messages.newTitle} className={styles.newKey}>
      <p>{messages.newText}</p>
      <NewKey value={value} />
      <SeenOnce action="hide-key" />
      {children}
    </Section>
  );
}
