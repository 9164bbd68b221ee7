import { ConfirmedForm } from '#components/account/confirmed-form';
import { adminMessages } from '#components/messages/admin';
import { Button } from '#components/ui/button';
import { ADMIN_ACTIONS } from './admin.actions';
import styles from './admin.module.css';

const messages = adminMessages.pastes;

interface ModerateFormsProps {
  /** How the paste is named: by its row, or by the id that a report names. */
  name: { field: 'rowId' | 'publicId'; value: string };
  isHeld: boolean;
  /** The report to return to. */
  reportId?: string;
}

export function ModerateForms({ name, isHeld, reportId }: ModerateFormsProps) {
  const also = reportId === undefined ? undefined : { name: 'reportId', value: reportId };
  return (
    <div className={styles.forms}>
      <form method="post" action={isHeld ? ADMIN_ACTIONS.releasePaste : ADMIN_ACTIONS.holdPaste}>
        <input type="hidden" name={name.field} value={name.value} />
        {also === undefined ? null : <input type="hidden" name={also.name} value={also.value} />}
        <Button
          type="submit"
          title={isHeld ? undefined : messages.holdHint}
          aria-label={(isHeld ? messages.releaseOf : messages.holdOf)(name.value)}
        >
          {isHeld ? messages.release : messages.hold}
        </Button>
      </form>
      <ConfirmedForm
        action={ADMIN_ACTIONS.removePaste}
        field={{ name: name.field, value: name.value }}
        also={also}
        messages={{
          open: messages.remove,
          openLabel: messages.removeOf(name.value),
          confirm: messages.confirmRemove,
          hint: messages.removeHint,
        }}
      />
    </div>
  );
}
