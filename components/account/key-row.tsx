import { accountTexts } from '../text/account';
import { ACTIONS } from './account.actions';
import type { ShownKey } from './account.data';
import styles from './account.module.css';
import { ConfirmedForm } from './confirmed-form';
import { When } from './when';

const texts = accountTexts.keys;

/** @param isOwn whether this browser is signed in with it */
export function KeyRow({ apiKey, isOwn }: { apiKey: ShownKey; isOwn: boolean }) {
  const { id, createdAt, lastUsedAt, isGood } = apiKey;
  const name = apiKey.name ?? texts.unnamed;
  return (
    <li className={styles.paste}>
      <h3>
        {name} <code>sp_{id}_…</code>
      </h3>
      <p className={styles.facts}>
        {isOwn ? <span className={styles.badge}>{texts.thisSession}</span> : null}
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
      {isGood ? (
        <ConfirmedForm
          action={ACTIONS.revokeKey}
          field={{ name: 'keyId', value: id }}
          texts={{
            open: texts.revoke,
            openLabel: texts.revokeOf(name),
            confirm: texts.confirmRevoke,
            hint: isOwn ? texts.revokeOwnHint : texts.revokeHint,
          }}
        />
      ) : null}
    </li>
  );
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
