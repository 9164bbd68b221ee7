import Ellipsis from 'lucide-react/icons/ellipsis';
import type { FormEvent, ReactNode } from 'react';
import { mineMessages as messages } from '#components/messages/mine';
import {
  forgetPaste,
  hasReceipt,
  type LocalPaste,
  rememberPaste,
  updatePaste,
  useLocalPastes,
} from '#components/paste/local/local-pastes-store';
import { receiptSentence } from '#components/paste/receipt/receipt-words';
import { Button, SubmitButton } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { KeyLink } from '#components/ui/key-link';
import { Menu } from '#components/ui/menu';
import { ReadCount, ShortMoment } from '#components/ui/moment';
import { syntaxLabel } from '#components/ui/syntax-label';
import { formatBytes } from '#lib/locales/format.rules';
import { MAX_TITLE_CHARACTERS } from '#lib/pastes/paste.rules';
import type { ReceiptJson } from '#lib/receipts/receipt.schema';
import { type AccountTools, addressOfPaste, type ListedPaste, manageAddress } from './listed-paste';
import styles from './paste-table.module.css';

/** The receipt of a paste without an account; null: the server has none, undefined: not known yet. */
export type KnownReceipt = ReceiptJson | null | undefined;

interface PasteRowProps {
  paste: ListedPaste;
  /** The id of the next paste in the list, which gets the focus after this one leaves it; null for the last. */
  nextId: string | null;
  /** null: nobody is signed in. */
  tools: AccountTools | null;
  /** Gets what became of the paste, which may leave the list. */
  onChanged: (sentence: string) => void;
  isChosen: boolean;
  onChoose: (publicId: string, isOn: boolean) => void;
  receipt: KnownReceipt;
  nowMs: number;
}

export function PasteRow({ paste, nextId, tools, onChanged, isChosen, onChoose, receipt, nowMs }: PasteRowProps) {
  const { publicId, isE2ee, burnAfterRead, expiresAt, own, here } = paste;
  const name = nameOf(paste);

  function leave(sentence: string): void {
    document.querySelector<HTMLElement>(`#p-${nextId} summary`)?.focus();
    onChanged(sentence);
  }

  function forget(): void {
    leave(messages.forgotten(name));
    forgetPaste(publicId);
  }

  const moment = (time: string) => <ShortMoment atMs={Date.parse(time)} nowMs={Math.max(nowMs, Date.parse(paste.createdAt))} />;
  return (
    <tr id={`p-${publicId}`}>
      {tools === null ? null : (
        <td className={styles.choice}>
          {own === undefined ? null : (
            <label>
              <input type="checkbox" checked={isChosen} onChange={({ target }) => onChoose(publicId, target.checked)} />
              <span className="visually-hidden">{messages.choose(name)}</span>
            </label>
          )}
        </td>
      )}
      <th scope="row" className={styles.title}>
        <Title paste={paste} />
        {isE2ee ? (
          <span className={styles.badge} title={messages.encryptedHint}>
            {messages.encryptedBadge}
          </span>
        ) : null}
        {burnAfterRead ? <span className={styles.burn}>{messages.burnBadge}</span> : null}
        {paste.title === '' ? <code>{publicId}</code> : null}
      </th>
      {tools === null ? null : (
        <>
          <td>{own === undefined || isE2ee ? '' : syntaxLabel(own.syntax)}</td>
          <td>{own === undefined ? '' : formatBytes(own.contentBytes)}</td>
        </>
      )}
      <td className={styles.state} data-state={own ? undefined : here?.ended?.state}>
        <State paste={paste} receipt={receipt} />
      </td>
      <td>
        <span className={styles.label}>{messages.created}</span> {moment(paste.createdAt)}
      </td>
      <td>
        {own === undefined && here?.ended ? null : expiresAt === null ? (
          messages.never
        ) : (
          <>
            <span className={styles.label}>{messages.expires}</span> {moment(expiresAt)}
          </>
        )}
      </td>
      <td>
        <Menu label={messages.changeOf(name)} icon={<Ellipsis aria-hidden size={18} />} className={styles.menu}>
          {own === undefined && here?.ended ? null : <KeyLink address={manageAddress(paste)}>{messages.manage}</KeyLink>}
          <Rename paste={paste} />
          {own === undefined || tools === null ? (
            <div className={styles.row}>
              <Button onClick={forget}>{messages.forget}</Button>
              <span>{messages.forgetHint}</span>
            </div>
          ) : (
            <tools.Change paste={own} name={name} onDeleted={leave} />
          )}
        </Menu>
      </td>
    </tr>
  );
}

/** Its title, which leads to the text where this browser has its key. */
function Title({ paste }: { paste: ListedPaste }): ReactNode {
  const address = addressOfPaste(paste);
  const name = <bdi translate={paste.title === '' ? undefined : 'no'}>{nameOf(paste)}</bdi>;
  if (address === null) return <span className={styles.name}>{name}</span>;
  return (
    <KeyLink variant={null} className={styles.name ?? ''} address={address}>
      {name}
    </KeyLink>
  );
}

/** Gives the paste a name in this browser's list; an empty one brings its title back. */
function Rename({ paste }: { paste: ListedPaste }) {
  const { publicId, isE2ee, burnAfterRead, createdAt, expiresAt, here } = paste;
  const memory = useLocalPastes();
  if (!memory?.isOn || !memory.keepsTitles) return null;

  function rename(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const label = String(new FormData(form).get('label')).trim();
    const maxReads = paste.own?.maxReads ?? null;
    if (here) updatePaste(publicId, { label });
    else rememberPaste({ publicId, manageToken: null, isE2ee, burnAfterRead, maxReads, createdAt, expiresAt, ended: null, label });
    const menu = form.closest('details');
    menu?.removeAttribute('open');
    menu?.querySelector('summary')?.focus();
  }

  return (
    <form className={styles.rename} onSubmit={rename}>
      <TextField
        key={paste.title}
        id={`name-${publicId}`}
        name="label"
        label={messages.name}
        hint={messages.nameHint}
        maxLength={MAX_TITLE_CHARACTERS}
        defaultValue={paste.title}
      />
      <SubmitButton>{messages.rename}</SubmitButton>
    </form>
  );
}

/** Says what has become of a paste so far. */
function State({ paste: { burnAfterRead, own, here }, receipt }: { paste: ListedPaste; receipt: KnownReceipt }): ReactNode {
  if (own === undefined) return here === undefined ? null : receiptOf(here, receipt);
  if (burnAfterRead) return messages.unread;
  if (own.maxReads) return <ReadCount reads={own.viewCount} max={own.maxReads} lastAt={own.lastReadAt} />;
  return messages.views(own.viewCount);
}

function receiptOf(paste: LocalPaste, receipt: KnownReceipt): string {
  const { ended, maxReads, manageToken } = paste;
  if (ended !== null) return receiptSentence(ended);
  if (manageToken === null) return messages.ofAccount;
  if (!hasReceipt(paste)) return '';
  if (receipt === undefined) return maxReads === null ? messages.burnBadge : messages.counts(maxReads);
  return receipt === null ? messages.unknown : receiptSentence(receipt);
}

export const nameOf = ({ title, isE2ee }: Pick<ListedPaste, 'title' | 'isE2ee'>): string =>
  title || (isE2ee ? messages.encrypted : messages.untitled);
