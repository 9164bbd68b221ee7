import { pageClient } from '#components/client/page.client';
import { accountMessages } from '#components/messages/account';
import { noticeMessages } from '#components/messages/notice';
import { releaseMessages } from '#components/messages/release';
import { DEFAULT_EXTENSION, extensionOptions } from '#components/paste/manage/extend-form';
import { SubmitButton } from '#components/ui/button';
import { ReadCount, ShortMoment } from '#components/ui/moment';
import { Select } from '#components/ui/select';
import { syntaxLabel } from '#components/ui/syntax-label';
import type { ApiProblem } from '#lib/client/api-problem';
import { deletePastes, extendPastes } from '#lib/client/operations.generated';
import { formatBytes } from '#lib/locales/format.rules';
import { addressOf } from '#lib/site/address.rules';
import type { OwnPaste } from './account-data';
import { ChangeForm, type Fields } from './change-form';
import styles from './paste-table.module.css';

const messages = accountMessages.pastes;

interface PasteRowProps {
  paste: OwnPaste;
  /** The id of the next paste in the list, which gets the focus after this one is deleted; null for the last. */
  nextId: string | null;
  /** Gets what became of the paste, which may leave the list. */
  onChanged: (sentence: string) => void;
  isChosen: boolean;
  onChoose: (publicId: string, isOn: boolean) => void;
  nowMs: number;
}

export function PasteRow({ paste, nextId, onChanged, isChosen, onChoose, nowMs }: PasteRowProps) {
  const { publicId, isE2ee, burnAfterRead, expiresAt } = paste;
  const title = titleOf(paste);

  async function remove(): Promise<void> {
    await pageClient.call(deletePastes, { body: { publicIds: [publicId] } });
    document.querySelector<HTMLElement>(`#p-${nextId} summary`)?.focus();
    onChanged(naming(noticeMessages.done.deleted, [title]));
  }
  const moment = (time: string) => <ShortMoment atMs={Date.parse(time)} nowMs={nowMs} />;
  return (
    <tr id={`p-${publicId}`}>
      <td className={styles.choice}>
        <label>
          <input type="checkbox" checked={isChosen} onChange={({ target }) => onChoose(publicId, target.checked)} />
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
            {expiresAt === null ? <p>{messages.extendsNever}</p> : <ExtendForm publicId={publicId} />}
            <ChangeForm onSend={remove} problem={describe} className={styles.row}>
              <SubmitButton variant="danger">{messages.delete}</SubmitButton>
              <span>{messages.deleteHint}</span>
            </ChangeForm>
          </div>
        </details>
      </td>
    </tr>
  );
}

/** The fields of a form that extends pastes. */
const ttlOf = ({ ttlSeconds }: Fields) => Number(ttlSeconds);

function ExtendForm({ publicId }: { publicId: string }) {
  const id = `extend-${publicId}`;
  return (
    <ChangeForm
      className={styles.row}
      onSend={async (fields) => {
        await pageClient.call(extendPastes, { body: { publicIds: [publicId], ttlSeconds: ttlOf(fields) } });
        return noticeMessages.done.extended;
      }}
      problem={describe}
    >
      <label htmlFor={id}>{messages.extendBy}</label>
      <Select id={id} name="ttlSeconds" defaultValue={DEFAULT_EXTENSION} options={extensionOptions()} />
      <SubmitButton>{messages.extend}</SubmitButton>
    </ChangeForm>
  );
}

function describe({ status }: ApiProblem): string | null {
  if (status === 404) return noticeMessages.failed.gone;
  return status === 400 ? noticeMessages.failed['not-extended'] : null;
}

/** The form for all chosen pastes, whose checkboxes are in the rows. */
export function SeveralForm({ chosen, onChanged }: { chosen: readonly OwnPaste[]; onChanged: (sentence: string) => void }) {
  const publicIds = chosen.map(({ publicId }) => publicId);
  const isNone = chosen.length === 0;

  async function change(fields: Fields): Promise<void> {
    const isDeleting = fields.change === 'delete';
    const { changed } = isDeleting
      ? await pageClient.call(deletePastes, { body: { publicIds } })
      : await pageClient.call(extendPastes, { body: { publicIds, ttlSeconds: ttlOf(fields) } });
    const titles = chosen.filter(({ publicId }) => changed.some((id) => id === publicId)).map(titleOf);
    onChanged(naming(noticeMessages.done[isDeleting ? 'several-deleted' : 'several-extended'], titles));
  }

  return (
    <ChangeForm onSend={change} problem={describe} aria-label={messages.several} className={styles.several}>
      <Select name="ttlSeconds" aria-label={messages.extendChosenBy} defaultValue={DEFAULT_EXTENSION} options={extensionOptions()} />
      <SubmitButton name="change" value="extend" disabled={isNone}>
        {messages.extendChosen}
      </SubmitButton>
      <details className={styles.menu}>
        <summary>{messages.deleteChosen}</summary>
        <div className={styles.panel}>
          <p>{messages.deleteChosenHint}</p>
          <SubmitButton name="change" value="delete" variant="danger" disabled={isNone}>
            {messages.confirmDelete}
          </SubmitButton>
        </div>
      </details>
    </ChangeForm>
  );
}

const titleOf = ({ title, isE2ee }: OwnPaste): string => title || (isE2ee ? messages.encrypted : messages.untitled);

/** Names in one sentence; the others are counted. */
const MAX_NAMES = 3;

/** A sentence about pastes, with their titles, each apart from the direction of the others. */
function naming(sentence: string, titles: readonly string[]): string {
  const names = titles.slice(0, MAX_NAMES).map((title) => `\u2068${title}\u2069`);
  const others = titles.length - names.length;
  return `${sentence} ${[...names, ...(others > 0 ? [`+${others}`] : [])].join(', ')}`;
}
