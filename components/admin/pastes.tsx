import accountStyles from '#components/account/account.module.css';
import { PageHead, refusalAt, type Typed } from '#components/account/account-frame';
import { ActionButton, ActionForm, ConfirmedForm } from '#components/account/action-form';
import { Dated } from '#components/account/when';
import { adminMessages } from '#components/messages/admin';
import { readsMessages } from '#components/messages/reads';
import { SubmitButton } from '#components/ui/button';
import { Check, Field, TextField } from '#components/ui/field';
import { PasteIdInput } from '#components/ui/paste-id-input';
import { Section } from '#components/ui/section';
import { formatBytes } from '#lib/encoding/size.rules';
import type { Notice } from '#lib/forms/notice.rules';
import { languageLabel } from '#lib/languages/language.rules';
import { addressOf } from '#lib/site/address.rules';
import styles from './admin.module.css';
import type { PasteFilter, ShownPaste, Turns } from './admin-data';
import { ListPager } from './admin-frame';

const messages = adminMessages.pastes;

interface PastesProps {
  pastes: readonly ShownPaste[];
  filter: PasteFilter;
  turns: Turns;
  notice: Notice | null;
  /** The fields of the refused search for a paste. */
  typed?: Typed;
}

export function Pastes({ pastes, filter, turns, notice, typed = {} }: PastesProps) {
  const { problem = null, autoFocus } = refusalAt('paste-id', notice);
  return (
    <>
      <PageHead title={adminMessages.pages.pastes}>{messages.text}</PageHead>
      <Section id="find" title={messages.find} className={accountStyles.section}>
        {/* Sent in a form's body: an id gives the right to read, and browsers and proxies keep addresses. */}
        <ActionForm action="admin-find-paste" className={styles.fields}>
          <Field id="paste-id" label={messages.id} hint={messages.idHint} problem={problem}>
            <PasteIdInput
              id="paste-id"
              name="publicId"
              required
              aria-describedby="paste-id-hint"
              aria-invalid={problem === null ? undefined : true}
              autoFocus={autoFocus}
              defaultValue={typed.publicId}
            />
          </Field>
          <SubmitButton>{messages.findSubmit}</SubmitButton>
        </ActionForm>
      </Section>
      <Section id="list" title={messages.list} className={accountStyles.section}>
        <FilterForm filter={filter} />
      </Section>
      <Section id="found" title={messages.found} className={accountStyles.section}>
        {pastes.length === 0 ? <p>{adminMessages.none}</p> : null}
        <ul className={accountStyles.list}>
          {pastes.map((paste) => (
            <PasteRow key={paste.id} paste={paste} />
          ))}
        </ul>
      </Section>
      <ListPager turns={turns} />
    </>
  );
}

function FilterForm({ filter }: { filter: PasteFilter }) {
  return (
    <form method="get" action={addressOf('/account/admin/pastes')} className={styles.fields}>
      <TextField id="owner" name="owner" label={messages.owner} hint={messages.ownerHint} defaultValue={filter.owner} maxLength={64} />
      <TextField id="from" name="from" type="date" label={messages.from} hint={messages.dayHint} defaultValue={filter.from} />
      <TextField id="to" name="to" type="date" label={messages.to} hint={messages.dayHint} defaultValue={filter.to} />
      <Check className={styles.tick} name="anonymous" value="1" defaultChecked={filter.anonymous}>
        {messages.anonymous}
      </Check>
      <Check className={styles.tick} name="held" value="1" defaultChecked={filter.held}>
        {messages.held}
      </Check>
      <SubmitButton>{adminMessages.filter}</SubmitButton>
    </form>
  );
}

function PasteRow({ paste }: { paste: ShownPaste }) {
  const { id, shortId, ownerId, ownerName, syntax, isE2ee, burnAfterRead, maxReads, viewCount, contentBytes, heldAt, isClaimed } = paste;
  const owner = ownerName ?? messages.nobody;
  const named = shortId ?? messages.unreadable;
  return (
    <li className={styles.row}>
      <h3>
        {messages.paste} <code>{named}</code>{' '}
        {ownerId === null ? messages.of(owner) : <a href={addressOf(`/account/admin/users/${ownerId}`)}>{messages.of(owner)}</a>}
      </h3>
      <p className={styles.facts}>
        {heldAt === null ? null : <span className="warning">{messages.isHeld}</span>}
        {isClaimed ? <span className="warning">{messages.claimed}</span> : null}
        <Dated label={messages.made} time={paste.createdAt} />
        <Dated label={messages.expires} time={paste.expiresAt} never={messages.never} />
        <span>{formatBytes(contentBytes)}</span>
        <span>{maxReads === null ? messages.views(viewCount) : readsMessages.counted({ reads: viewCount, max: maxReads })}</span>
        {isE2ee ? <span>{messages.encrypted}</span> : <span>{languageLabel(syntax)}</span>}
        {burnAfterRead ? <span>{messages.burns}</span> : null}
        <a href={addressOf(`/account/admin/audit?object=${id}`)} aria-label={messages.auditOf(named)}>
          {messages.audit}
        </a>
      </p>
      <ModerateForms name={{ field: 'rowId', value: id }} shown={named} isHeld={heldAt !== null} reportId={null} />
    </li>
  );
}

interface ModerateFormsProps {
  /** The paste's name for the server: its row's id, or the public id in a report. */
  name: { field: 'rowId' | 'publicId'; value: string };
  /** The paste's name for people. */
  shown: string;
  isHeld: boolean;
  /** The report to return to. */
  reportId: string | null;
}

export function ModerateForms({ name, shown, isHeld, reportId }: ModerateFormsProps) {
  const fields = { [name.field]: name.value, reportId };
  return (
    <div className={styles.forms}>
      <ActionButton
        action={isHeld ? 'admin-release-paste' : 'admin-hold-paste'}
        fields={fields}
        title={isHeld ? undefined : messages.holdHint}
        aria-label={(isHeld ? messages.releaseOf : messages.holdOf)(shown)}
      >
        {isHeld ? messages.release : messages.hold}
      </ActionButton>
      <ConfirmedForm
        action="admin-remove-paste"
        fields={fields}
        label={messages.removeOf(shown)}
        messages={{ open: messages.remove, confirm: messages.confirmRemove, hint: messages.removeHint }}
      />
    </div>
  );
}
