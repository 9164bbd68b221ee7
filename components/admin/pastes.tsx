'use client';

import accountStyles from '#components/account/account.module.css';
import { PageHead } from '#components/account/account-frame';
import { ChangeButton, ChangeForm, Changing, ConfirmedChange, type Fields } from '#components/account/change-form';
import { Dated } from '#components/account/when';
import { pageClient } from '#components/client/page.client';
import { leaveFor } from '#components/client/use-change';
import { adminMessages } from '#components/messages/admin';
import { noticeMessages } from '#components/messages/notice';
import { readsMessages } from '#components/messages/reads';
import { SubmitButton } from '#components/ui/button';
import { Check, Field, TextField } from '#components/ui/field';
import { PasteIdInput } from '#components/ui/paste-id-input';
import { Section } from '#components/ui/section';
import type { ApiProblem } from '#lib/client/api-problem';
import { closeReport, findPaste, moderatePaste, removePaste } from '#lib/client/operations.generated';
import { formatBytes } from '#lib/encoding/size.rules';
import { languageLabel } from '#lib/languages/language.rules';
import type { OverseenPaste } from '#lib/pastes/service/paste-oversight.rules';
import { addressOf } from '#lib/site/address.rules';
import styles from './admin.module.css';
import { AdminList, ListPager, type PageLinks } from './admin-frame';

const messages = adminMessages.pastes;

export type ShownPaste = OverseenPaste<string>;

/** The fields of the form; '' for one that says nothing. */
export type PasteFilter = Record<'owner' | 'anonymous' | 'from' | 'to' | 'held', string>;

interface PastesProps {
  pastes: readonly ShownPaste[];
  filter: PasteFilter;
  pageLinks: PageLinks;
}

async function find({ publicId = '' }: Fields): Promise<never> {
  const { id } = await pageClient.call(findPaste, { body: { publicId } });
  return leaveFor(`/account/admin/pastes?row=${id}`);
}

export function Pastes({ pastes, filter, pageLinks }: PastesProps) {
  return (
    <>
      <PageHead title={adminMessages.pages.pastes}>{messages.text}</PageHead>
      <Section id="find" title={messages.find} className={accountStyles.section}>
        {/* Sent in a body: an id gives the right to read, and browsers and proxies keep addresses. */}
        <ChangeForm
          onSend={find}
          problem={({ status }) => (status === 404 ? noticeMessages.failed['paste-unknown'] : null)}
          className={styles.fields}
        >
          <Field id="paste-id" label={messages.id} hint={messages.idHint}>
            <PasteIdInput id="paste-id" name="publicId" required aria-describedby="paste-id-hint" />
          </Field>
          <SubmitButton>{messages.findSubmit}</SubmitButton>
        </ChangeForm>
      </Section>
      <Section id="list" title={messages.list} className={accountStyles.section}>
        <FilterForm filter={filter} />
      </Section>
      <Section id="found" title={messages.found} className={accountStyles.section}>
        <Changing>
          <AdminList rows={pastes}>{(paste) => <PasteRow key={paste.id} paste={paste} />}</AdminList>
        </Changing>
      </Section>
      <ListPager pageLinks={pageLinks} />
    </>
  );
}

function FilterForm({ filter }: { filter: PasteFilter }) {
  return (
    <form method="get" action={addressOf('/account/admin/pastes')} className={styles.fields}>
      <TextField id="owner" name="owner" label={messages.owner} hint={messages.ownerHint} defaultValue={filter.owner} maxLength={64} />
      <TextField id="from" name="from" type="date" label={messages.from} hint={messages.dayHint} defaultValue={filter.from} />
      <TextField id="to" name="to" type="date" label={messages.to} hint={messages.dayHint} defaultValue={filter.to} />
      <Check className={styles.tick} name="anonymous" value="1" defaultChecked={filter.anonymous !== ''}>
        {messages.anonymous}
      </Check>
      <Check className={styles.tick} name="held" value="1" defaultChecked={filter.held !== ''}>
        {messages.held}
      </Check>
      <SubmitButton>{adminMessages.filter}</SubmitButton>
    </form>
  );
}

function PasteRow({ paste }: { paste: ShownPaste }) {
  const { id, shortId, ownerId, ownerName, maxReads, viewCount, heldAt, isClaimed } = paste;
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
        <Kind paste={paste} />
        <span>{maxReads === null ? messages.views(viewCount) : readsMessages.counted({ reads: viewCount, max: maxReads })}</span>
        <a href={addressOf(`/account/admin/audit?object=${id}`)} aria-label={messages.auditOf(named)}>
          {messages.audit}
        </a>
      </p>
      <Moderation id={id} shown={named} isHeld={heldAt !== null} />
    </li>
  );
}

const reportMessages = adminMessages.reports;

interface ModerationProps {
  /** The row's id. */
  id: string;
  /** The paste's name for people. */
  shown: string;
  isHeld: boolean;
  /** The name of the red button; absent: that of the list. */
  removes?: string;
  /** Called once the paste is removed. */
  onRemoved?: () => Promise<unknown>;
}

function Moderation({ id, shown, isHeld, removes = messages.remove, onRemoved }: ModerationProps) {
  return (
    <div className={styles.forms}>
      <ChangeButton
        onSend={() =>
          pageClient
            .call(moderatePaste, { params: { id }, body: { isHeld: !isHeld } })
            .then(() => noticeMessages.done[isHeld ? 'paste-released' : 'paste-held'])
        }
        problem={problemOfPaste}
        title={isHeld ? undefined : messages.holdHint}
        aria-label={(isHeld ? messages.releaseOf : messages.holdOf)(shown)}
      >
        {isHeld ? messages.release : messages.hold}
      </ChangeButton>
      <ConfirmedChange
        onSend={async () => {
          await pageClient.call(removePaste, { params: { id } });
          await onRemoved?.();
          return noticeMessages.done['paste-removed'];
        }}
        problem={problemOfPaste}
        label={`${removes} ${shown}`}
        messages={{ open: removes, confirm: messages.confirmRemove, hint: messages.removeHint }}
      />
    </div>
  );
}

const problemOfPaste = ({ status }: ApiProblem) => (status === 404 ? noticeMessages.failed['paste-gone'] : null);

interface ReportActionsProps {
  reportId: string;
  isOpen: boolean;
  /** null: the paste is gone. */
  paste: Pick<ModerationProps, 'id' | 'shown' | 'isHeld'> | null;
}

export function ReportActions({ reportId, isOpen, paste }: ReportActionsProps) {
  const close = () => pageClient.call(closeReport, { params: { id: reportId } });
  return (
    <Changing>
      {paste === null ? null : <Moderation {...paste} {...(isOpen ? { removes: messages.removeAndClose, onRemoved: close } : {})} />}
      {isOpen ? (
        <ChangeForm mayVanish className={accountStyles.row} onSend={() => close().then(() => noticeMessages.done['report-closed'])}>
          <SubmitButton>{reportMessages.close}</SubmitButton>
          <span className={accountStyles.muted}>{reportMessages.closeHint}</span>
        </ChangeForm>
      ) : null}
    </Changing>
  );
}

/** Size, language and end of the paste, as far as the server knows. */
export function Kind({ paste }: { paste: Pick<OverseenPaste, 'contentBytes' | 'isE2ee' | 'syntax' | 'burnAfterRead'> }) {
  const { contentBytes, isE2ee, syntax, burnAfterRead } = paste;
  return (
    <>
      <span>{formatBytes(contentBytes)}</span>
      <span>{isE2ee ? messages.encrypted : languageLabel(syntax)}</span>
      {burnAfterRead ? <span>{messages.burns}</span> : null}
    </>
  );
}
