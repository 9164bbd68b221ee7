'use client';

import { useState } from 'react';
import accountStyles from '#components/account/account.module.css';
import { ChangeButton, ChangeForm, ConfirmedChange, Said } from '#components/account/change-form';
import { pageClient } from '#components/client/page.client';
import { adminMessages } from '#components/messages/admin';
import { noticeMessages } from '#components/messages/notice';
import { SubmitButton } from '#components/ui/button';
import type { ApiProblem } from '#lib/client/api-problem';
import { closeReport, moderatePaste, removePaste } from '#lib/client/operations.generated';
import styles from './admin.module.css';

const messages = adminMessages.pastes;
const reportMessages = adminMessages.reports;

interface ModerationProps {
  /** The row's id. */
  id: string;
  /** The paste's name for people. */
  shown: string;
  isHeld: boolean;
  /** The name of the red button; absent: that of the list. */
  removes?: string;
  onRemoved: () => unknown;
}

export function Moderation({ id, shown, isHeld, removes = messages.remove, onRemoved }: ModerationProps) {
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
        onSend={() => pageClient.call(removePaste, { params: { id } }).then(onRemoved)}
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
  /** The last change whose button is gone, so that the page says it in its place. */
  const [done, setDone] = useState<'paste-removed' | 'report-closed' | null>(null);
  const close = () => pageClient.call(closeReport, { params: { id: reportId } });
  return (
    <>
      {paste === null ? null : (
        <Moderation
          {...paste}
          {...(isOpen ? { removes: messages.removeAndClose } : {})}
          onRemoved={async () => {
            if (isOpen) await close();
            setDone('paste-removed');
          }}
        />
      )}
      {isOpen ? (
        <ChangeForm className={accountStyles.row} onSend={() => close().then(() => setDone('report-closed'))}>
          <SubmitButton>{reportMessages.close}</SubmitButton>
          <span className={accountStyles.muted}>{reportMessages.closeHint}</span>
        </ChangeForm>
      ) : null}
      <Said outcome={done && { done: noticeMessages.done[done], problem: null }} />
    </>
  );
}
