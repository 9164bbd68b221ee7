import { accountTexts } from '#components/messages/account';
import { Button } from '#components/ui/button';
import fieldStyles from '#components/ui/field.module.css';
import { MAX_KEY_NAME_CHARACTERS } from '#lib/accounts/accounts.rules';
import { ACTIONS } from './account.actions';
import type { ShownKey } from './account.data';
import styles from './account.module.css';
import { ConfirmedForm } from './confirmed-form';
import { When } from './when';

const texts = accountTexts.keys;

interface KeyRowProps {
  apiKey: ShownKey;
  /** All of its user's, which it is one of. */
  keys: readonly ShownKey[];
  /** Whether this browser is signed in with it. */
  isOwn: boolean;
}

export function KeyRow({ apiKey, keys, isOwn }: KeyRowProps) {
  const { id, createdAt, lastUsedAt, maySignIn, madeBy, isGood } = apiKey;
  const name = apiKey.name ?? texts.unnamed;
  const made = keys.filter((key) => key.isGood && key.madeBy === id).length;
  const isLast = maySignIn && keys.filter((key) => key.isGood && key.maySignIn).length === 1;
  const hints = [isOwn ? texts.revokeOwnHint : texts.revokeHint, ...(isLast ? [texts.revokeLastHint] : [])];
  return (
    <li className={styles.paste}>
      <h3>
        {name} <code>sp_{id}_…</code>
      </h3>
      <p className={styles.facts}>
        {isOwn ? <span className={styles.badge}>{texts.thisSession}</span> : null}
        {maySignIn ? <span>{texts.maySignIn}</span> : null}
        {madeBy === null ? null : <span>{texts.madeWith(nameOf(madeBy, keys))}</span>}
        <span>
          {texts.created} <When time={createdAt} />
        </span>
        {lastUsedAt === null ? (
          <span>{texts.neverUsed}</span>
        ) : (
          <span>
            {texts.lastUsed} <When time={lastUsedAt} />
          </span>
        )}
        <End apiKey={apiKey} />
      </p>
      {isGood ? <RenameForm id={id} name={name} /> : null}
      {isGood ? (
        <ConfirmedForm
          action={ACTIONS.revokeKey}
          field={{ name: 'keyId', value: id }}
          choice={made === 0 ? undefined : { name: 'withMade', label: texts.withMade(made) }}
          texts={{
            open: texts.revoke,
            openLabel: texts.revokeOf(name),
            confirm: texts.confirmRevoke,
            hint: hints.join(' '),
          }}
        />
      ) : null}
    </li>
  );
}

function RenameForm({ id, name }: { id: string; name: string }) {
  const field = `rename-${id}`;
  return (
    <details className={styles.change}>
      <summary aria-label={texts.renameOf(name)}>{texts.rename}</summary>
      <form method="post" action={ACTIONS.renameKey} className={styles.row}>
        <input type="hidden" name="keyId" value={id} />
        <label htmlFor={field}>{texts.newName}</label>
        <input
          id={field}
          name="name"
          className={`${fieldStyles.input} ${styles.short}`}
          required
          maxLength={MAX_KEY_NAME_CHARACTERS}
          defaultValue={name}
          autoComplete="off"
        />
        <Button type="submit">{texts.confirmRename}</Button>
      </form>
    </details>
  );
}

/** As it stands in the list; an old one may not be there any more. */
function nameOf(id: string, keys: readonly ShownKey[]): string {
  return keys.find((key) => key.id === id)?.name ?? `sp_${id}_…`;
}

function End({ apiKey: { expiresAt, revokedAt, isGood } }: { apiKey: ShownKey }) {
  if (revokedAt !== null) return <Dated label={texts.revoked} time={revokedAt} />;
  if (expiresAt === null) return <span>{texts.forever}</span>;
  return <Dated label={isGood ? texts.expires : texts.expired} time={expiresAt} />;
}

function Dated({ label, time }: { label: string; time: string }) {
  return (
    <span>
      {label} <When time={time} />
    </span>
  );
}
