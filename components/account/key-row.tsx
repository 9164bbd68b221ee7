import { accountTexts } from '../text/account';
import { Button } from '../ui/button';

import { ACTIONS } from './account.actions';
import type { ShownKey } from './account.data';
import styles from './account.module.css';
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
        <details className={styles.change}>
          <summary aria-label={texts.revokeOf(name)}>{texts.revoke}</summary>
          <form method="post" action={ACTIONS.revokeKey} className={styles.row}>
            <input type="hidden" name="keyId" value={id} />
            <Button type="submit" look="danger">
              {texts.confirmRevoke}
            </Button>
            <span className={styles.muted}>{isOwn ? texts.revokeOwnHint : texts.revokeHint}</span>
          </form>
        </details>
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
