import { EXPIRIES } from '../compose/compose.expiry';
import { languageLabel } from '../languages';
import { accountTexts } from '../text/account';
import { composeTexts } from '../text/compose';
import { formatBytes } from '../text/format';
import { Button } from '../ui/button';

import { Select } from '../ui/select';
import { ACTIONS } from './account.actions';
import type { OwnPaste } from './account.data';
import styles from './account.module.css';
import { When } from './when';

const texts = accountTexts.pastes;
const LONGER = EXPIRIES.filter((expiry) => expiry !== null);
const ONE_WEEK_SECONDS = 604_800;

/** @param q, page where its forms lead back to */
export function PasteRow({ paste, q, page }: { paste: OwnPaste; q: string; page: number }) {
  const { publicId, isE2ee, burnAfterRead, expiresAt } = paste;
  const title = paste.title || (isE2ee ? texts.encrypted : texts.untitled);
  return (
    <li className={styles.paste}>
      <h2>
        <a href={`/view/${publicId}`} translate={paste.title ? 'no' : undefined}>
          {title}
        </a>
      </h2>
      <p className={styles.facts}>
        {isE2ee ? <span className={styles.badge}>{texts.encryptedBadge}</span> : <span>{languageLabel(paste.syntax)}</span>}
        {burnAfterRead ? <span className={styles.burn}>{texts.burnBadge}</span> : null}
        <span>{formatBytes(paste.contentBytes)}</span>
        <span>{burnAfterRead ? texts.unread : texts.views(paste.viewCount)}</span>
        <span>
          {texts.created} <When time={paste.createdAt} />
        </span>
        {expiresAt === null ? (
          <span>{texts.never}</span>
        ) : (
          <span>
            {texts.expires} <When time={expiresAt} />
          </span>
        )}
      </p>
      {isE2ee ? <p className={styles.facts}>{texts.encryptedHint}</p> : null}
      <details className={styles.change}>
        <summary aria-label={texts.changeOf(title)}>{texts.change}</summary>
        <div className={styles.choices}>
          {expiresAt === null ? <p className={styles.muted}>{texts.extendsNever}</p> : <ExtendForm publicId={publicId} q={q} page={page} />}
          <form method="post" action={ACTIONS.deletePaste} className={styles.row}>
            <ReturnFields publicId={publicId} q={q} page={page} />
            <Button type="submit" look="danger">
              {texts.delete}
            </Button>
            <span className={styles.muted}>{texts.deleteHint}</span>
          </form>
        </div>
      </details>
    </li>
  );
}

interface ReturnProps {
  publicId: string;
  q: string;
  page: number;
}

function ExtendForm(where: ReturnProps) {
  const id = `extend-${where.publicId}`;
  return (
    <form method="post" action={ACTIONS.extendPaste} className={styles.row}>
      <ReturnFields {...where} />
      <label htmlFor={id}>{texts.extendBy}</label>
      <Select id={id} name="ttlSeconds" defaultValue={ONE_WEEK_SECONDS}>
        {LONGER.map((seconds) => (
          <option key={seconds} value={seconds}>
            {composeTexts.expiries[seconds]}
          </option>
        ))}
      </Select>
      <Button type="submit">{texts.extend}</Button>
    </form>
  );
}

function ReturnFields({ publicId, q, page }: ReturnProps) {
  return (
    <>
      <input type="hidden" name="publicId" value={publicId} />
      {q === '' ? null : <input type="hidden" name="q" value={q} />}
      {page === 1 ? null : <input type="hidden" name="page" value={page} />}
    </>
  );
}
