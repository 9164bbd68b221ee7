import { languageLabel } from '#components/languages';
import { accountTexts } from '#components/messages/account';
import { composeTexts } from '#components/messages/compose';
import { formatBytes } from '#components/messages/format';
import { EXPIRIES } from '#components/paste/editor/compose.expiry';
import { Button } from '#components/ui/button';
import { ShortMoment } from '#components/ui/moment';
import { Select } from '#components/ui/select';
import hiddenStyles from '#components/ui/visually-hidden.module.css';
import { ACTIONS } from './account.actions';
import type { OwnPaste } from './account.data';
import styles from './paste-table.module.css';

const texts = accountTexts.pastes;
const LONGER = EXPIRIES.filter((expiry) => expiry !== null);
const ONE_WEEK_SECONDS = 604_800;

interface PasteRowProps {
  paste: OwnPaste;
  /** Where its forms lead back to. */
  q: string;
  page: number;
  /** Id of the paste below, where one looks when this one is gone; null for the last. */
  nextId: string | null;
  /** Of the form that its box belongs to. */
  formId: string;
  isChosen: boolean;
  onChoose: (publicId: string, isOn: boolean) => void;
  nowMs: number;
}

export function PasteRow({ paste, q, page, nextId, formId, isChosen, onChoose, nowMs }: PasteRowProps) {
  const { publicId, isE2ee, burnAfterRead, expiresAt } = paste;
  const title = paste.title || (isE2ee ? texts.encrypted : texts.untitled);
  const moment = (time: string) => <ShortMoment atMs={Date.parse(time)} nowMs={nowMs} />;
  return (
    <tr id={`p-${publicId}`}>
      <td className={styles.choice}>
        <label>
          <input
            type="checkbox"
            form={formId}
            name={`paste-${publicId}`}
            checked={isChosen}
            onChange={({ target }) => onChoose(publicId, target.checked)}
          />
          <span className={hiddenStyles.hidden}>{texts.choose(title)}</span>
        </label>
      </td>
      <th scope="row" className={styles.title}>
        <a href={`/view/${publicId}`} translate={paste.title ? 'no' : undefined}>
          {title}
        </a>
        {isE2ee ? (
          <span className={styles.badge} title={texts.encryptedHint}>
            {texts.encryptedBadge}
          </span>
        ) : null}
        {burnAfterRead ? <span className={styles.burn}>{texts.burnBadge}</span> : null}
      </th>
      <td className={styles.language}>{isE2ee ? '' : languageLabel(paste.syntax)}</td>
      <td className={styles.size}>{formatBytes(paste.contentBytes)}</td>
      <td className={styles.views}>{burnAfterRead ? texts.unread : texts.views(paste.viewCount)}</td>
      <td className={styles.created}>
        <span className={styles.label}>{texts.created}</span> {moment(paste.createdAt)}
      </td>
      <td className={styles.expires}>
        {expiresAt === null ? (
          texts.never
        ) : (
          <>
            <span className={styles.label}>{texts.expires}</span> {moment(expiresAt)}
          </>
        )}
      </td>
      <td>
        <details className={styles.menu}>
          <summary aria-label={texts.changeOf(title)}>{texts.change}</summary>
          <div className={styles.panel}>
            {expiresAt === null ? <p>{texts.extendsNever}</p> : <ExtendForm publicId={publicId} at={publicId} q={q} page={page} />}
            <form method="post" action={ACTIONS.deletePaste} className={styles.row}>
              <ReturnFields publicId={publicId} at={nextId} q={q} page={page} />
              <Button type="submit" look="danger">
                {texts.delete}
              </Button>
              <span>{texts.deleteHint}</span>
            </form>
          </div>
        </details>
      </td>
    </tr>
  );
}

interface ReturnProps {
  publicId: string;
  /** Id of the row to look at afterwards. */
  at: string | null;
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

function ReturnFields({ publicId, at, q, page }: ReturnProps) {
  return (
    <>
      <input type="hidden" name="publicId" value={publicId} />
      {at === null ? null : <input type="hidden" name="at" value={at} />}
      {q === '' ? null : <input type="hidden" name="q" value={q} />}
      {page === 1 ? null : <input type="hidden" name="page" value={page} />}
    </>
  );
}
