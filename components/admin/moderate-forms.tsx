import { ActionButton } from '#components/account/action-form';
import { ConfirmedForm } from '#components/account/confirmed-form';
import { adminMessages } from '#components/messages/admin';
import styles from './admin.module.css';

const messages = adminMessages.pastes;

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
