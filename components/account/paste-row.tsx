import { accountMessages } from '#components/messages/account';
import { formatBytes } from '#components/messages/format';
import { DEFAULT_EXTENSION, EXTENSION_OPTIONS } from '#components/paste/extensions';
import { Button } from '#components/ui/button';
import { ShortMoment } from '#components/ui/moment';
import { Select } from '#components/ui/select';
import hiddenStyles from '#components/ui/visually-hidden.module.css';
import { languageLabel } from '#lib/languages/language.rules';
import { addressOf } from '#lib/site/address.rules';
import { ACTIONS } from './account.actions';
import type { OwnPaste } from './account.data';
import styles from './paste-table.module.css';

const messages = accountMessages.pastes;

interface PasteRowProps {
  paste: OwnPaste;
  /** Where its forms lead back to. */
  q: string;
  page: number;
  /** The id of the next paste in the list, which gets the focus after this one is deleted; null for the last. */
  nextId: string | null;
  /** Of the form that its box belongs to. */
  formId: string;
  isChosen: boolean;
  onChoose: (publicId: string, isOn: boolean) => void;
  nowMs: number;
}

export function PasteRow({ paste, q, page, nextId, formId, isChosen, onChoose, nowMs }: PasteRowProps) {
  const { publicId, isE2ee, burnAfterRead, expiresAt } = paste;
  const title = paste.title || (isE2ee ? messages.encrypted : messages.untitled);
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
          <span className={hiddenStyles.hidden}>{messages.choose(title)}</span>
        </label>
      </td>
      <th scope="row" className={styles.title}>
        <a href={addressOf(`/view/${publicId}`)} translate={paste.title ? 'no' : undefined}>
          {title}
        </a>
        {isE2ee ? (
          <span className={styles.badge} title={messages.encryptedHint}>
            {messages.encryptedBadge}
          </span>
        ) : null}
        {burnAfterRead ? <span className={styles.burn}>{messages.burnBadge}</span> : null}
      </th>
      <td>{isE2ee ? '' : languageLabel(paste.syntax)}</td>
      <td>{formatBytes(paste.contentBytes)}</td>
      <td>{burnAfterRead ? messages.unread : messages.views(paste.viewCount)}</td>
      <td>
        <span className={styles.label}>{messages.created}</span> {moment(paste.createdAt)}
      </td>
      <td>
        {expiresAt === null ? (
          messages.never
        ) : (
          <>
            <span className={styles.label}>{messages.expires}</span> {moment(expiresAt)}
          </>
        )}
      </td>
      <td>
        <details className={styles.menu}>
          <summary aria-label={messages.changeOf(title)}>{messages.change}</summary>
          <div className={styles.panel}>
            {expiresAt === null ? <p>{messages.extendsNever}</p> : <ExtendForm publicId={publicId} at={publicId} q={q} page={page} />}
            <form method="post" action={ACTIONS.deletePaste} className={styles.row}>
              <ReturnFields publicId={publicId} at={nextId} q={q} page={page} />
              <Button type="submit" variant="danger">
                {messages.delete}
              </Button>
              <span>{messages.deleteHint}</span>
            </form>
          </div>
        </details>
      </td>
    </tr>
  );
}

interface ReturnProps {
  publicId: string;
  /** The id of the row that gets the focus afterwards. */
  at: string | null;
  q: string;
  page: number;
}

function ExtendForm(where: ReturnProps) {
  const id = `extend-${where.publicId}`;
  return (
    <form method="post" action={ACTIONS.extendPaste} className={styles.row}>
      <ReturnFields {...where} />
      <label htmlFor={id}>{messages.extendBy}</label>
      <Select id={id} name="ttlSeconds" defaultValue={DEFAULT_EXTENSION} options={EXTENSION_OPTIONS} />
      <Button type="submit">{messages.extend}</Button>
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
