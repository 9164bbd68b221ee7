import { accountMessages } from '#components/messages/account';
import { releaseMessages } from '#components/messages/release';
import { DEFAULT_EXTENSION, extensionOptions } from '#components/paste/manage/extend-form';
import { SubmitButton } from '#components/ui/button';
import { ReadCount, ShortMoment } from '#components/ui/moment';
import { Select } from '#components/ui/select';
import { syntaxLabel } from '#components/ui/syntax-label';
import { formatBytes } from '#lib/locales/format.rules';
import { addressOf } from '#lib/site/address.rules';
import type { OwnPaste } from './account-data';
import { ActionForm } from './action-form';
import styles from './paste-table.module.css';

const messages = accountMessages.pastes;

interface PasteRowProps {
  paste: OwnPaste;
  /** The search and page of the list that the forms return to. */
  q: string;
  page: number;
  /** The id of the next paste in the list, which gets the focus after this one is deleted; null for the last. */
  nextId: string | null;
  formId: string;
  isChosen: boolean;
  onChoose: (publicId: string, isOn: boolean) => void;
  nowMs: number;
}

export function PasteRow({ paste, q, page, nextId, formId, isChosen, onChoose, nowMs }: PasteRowProps) {
  const { publicId, isE2ee, burnAfterRead, expiresAt } = paste;
  const title = paste.title || (isE2ee ? messages.encrypted : messages.untitled);
  const fields = listFields(q, page);
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
          <span className="visually-hidden">{messages.choose(title)}</span>
        </label>
      </td>
      <th scope="row" className={styles.title}>
        <a href={addressOf(`/view/${publicId}`)} translate={paste.title ? 'no' : undefined}>
          <bdi>{title}</bdi>
        </a>
        {isE2ee ? (
          <span className={styles.badge} title={messages.encryptedHint}>
            {messages.encryptedBadge}
          </span>
        ) : null}
        {burnAfterRead ? <span className={styles.burn}>{messages.burnBadge}</span> : null}
        {paste.approvals === undefined ? null : <a href={addressOf(`/manage/${publicId}`)}>{releaseMessages.heading}</a>}
      </th>
      <td>{isE2ee ? '' : syntaxLabel(paste.syntax)}</td>
      <td>{formatBytes(paste.contentBytes)}</td>
      <td>
        {burnAfterRead ? (
          messages.unread
        ) : paste.maxReads ? (
          <ReadCount reads={paste.viewCount} max={paste.maxReads} lastAt={paste.lastReadAt} />
        ) : (
          messages.views(paste.viewCount)
        )}
      </td>
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
            {expiresAt === null ? <p>{messages.extendsNever}</p> : <ExtendForm publicId={publicId} fields={fields} />}
            <ActionForm action="delete-paste" fields={{ publicId, at: nextId, ...fields }} className={styles.row}>
              <SubmitButton variant="danger">{messages.delete}</SubmitButton>
              <span>{messages.deleteHint}</span>
            </ActionForm>
          </div>
        </details>
      </td>
    </tr>
  );
}

interface ExtendFormProps {
  publicId: string;
  /** The hidden fields that name the list's page to return to. */
  fields: ReturnType<typeof listFields>;
}

function ExtendForm({ publicId, fields }: ExtendFormProps) {
  const id = `extend-${publicId}`;
  return (
    <ActionForm action="extend-paste" fields={{ publicId, at: publicId, ...fields }} className={styles.row}>
      <label htmlFor={id}>{messages.extendBy}</label>
      <Select id={id} name="ttlSeconds" defaultValue={DEFAULT_EXTENSION} options={extensionOptions()} />
      <SubmitButton>{messages.extend}</SubmitButton>
    </ActionForm>
  );
}

/** The form for all chosen pastes; the checkboxes are in the rows. @param q, page the search and page of the list to return to */
export function SeveralForm({ id, q, page }: { id: string; q: string; page: number }) {
  return (
    <ActionForm id={id} action="change-pastes" fields={listFields(q, page)} aria-label={messages.several} className={styles.several}>
      <Select name="ttlSeconds" aria-label={messages.extendChosenBy} defaultValue={DEFAULT_EXTENSION} options={extensionOptions()} />
      <SubmitButton name="change" value="extend">
        {messages.extendChosen}
      </SubmitButton>
      <details className={styles.menu}>
        <summary>{messages.deleteChosen}</summary>
        <div className={styles.panel}>
          <p>{messages.deleteChosenHint}</p>
          <SubmitButton name="change" value="delete" variant="danger">
            {messages.confirmDelete}
          </SubmitButton>
        </div>
      </details>
    </ActionForm>
  );
}

/** The hidden fields by which a form in the list of pastes leads back to the same page of the list. */
const listFields = (q: string, page: number) => ({ q: q === '' ? null : q, page: page === 1 ? null : page });
