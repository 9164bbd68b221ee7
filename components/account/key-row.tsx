import type { ReactNode } from 'react';
import { pageClient } from '#components/client/page.client';
import { accountMessages } from '#components/messages/account';
import { noticeMessages } from '#components/messages/notice';
import { SubmitButton } from '#components/ui/button';
import { CopyField } from '#components/ui/copy-field';
import { Disclosure } from '#components/ui/disclosure';
import { TextField } from '#components/ui/field';
import { Section } from '#components/ui/section';
import { formatExpiry } from '#components/ui/times';
import type { ShownKey } from '#lib/accounts/accounts.presenter';
import { KEY_NAME_PATTERN, MAX_KEY_NAME_CHARACTERS } from '#lib/accounts/accounts.rules';
import { renameKey, revokeKey } from '#lib/client/operations.generated';
import styles from './account.module.css';
import type { ShownMade } from './account-data';
import { ChangeForm } from './change-form';
import { Ending, madeWith } from './ending';
import { Dated } from './when';

const messages = accountMessages.keys;

interface KeyRowProps {
  apiKey: ShownKey;
  /** All keys of the user, this one included. */
  keys: readonly ShownKey[];
  made: readonly ShownMade[];
  /** Whether this browser is signed in with the key. */
  isOwn: boolean;
  /** Whether the user can also sign in without a key. */
  hasIdentity: boolean;
  /** Gets what became of the key, which may leave the list. */
  onEnded: (sentence: string) => void;
}

export function KeyRow({ apiKey, keys, made, isOwn, hasIdentity, onEnded }: KeyRowProps) {
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
      <div className={styles.row}>
        {isActive ? <RenameForm id={id} name={apiKey.name} shown={name} /> : null}
        {isActive || own.length > 0 ? (
          <Ending
            end={(made) => pageClient.call(revokeKey, { params: { id }, query: { made } })}
            made={own}
            isRest={!isActive}
            said={{ done: noticeMessages.done['key-revoked'], gone: noticeMessages.failed['key-gone'] }}
            onEnded={onEnded}
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

interface RenameFormProps {
  id: string;
  /** Null: the key has none, and the list shows `shown` in its place. */
  name: string | null;
  shown: string;
}

function RenameForm({ id, name, shown }: RenameFormProps) {
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

/** Returns a key's name; its shortened id when the list no longer has the key. */
function nameOf(id: string, keys: readonly ShownKey[]): string {
  return keys.find((key) => key.id === id)?.name ?? messages.shortened(id);
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
