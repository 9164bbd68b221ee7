import { accountMessages } from '#components/messages/account';
import { DEFAULT_EXTENSION, EXTENSION_OPTIONS } from '#components/paste/manage/extend-form';
import { Button } from '#components/ui/button';
import { Select } from '#components/ui/select';
import { ActionForm } from './action-form';
import { listFields } from './list-fields';
import styles from './paste-table.module.css';

const messages = accountMessages.pastes;

/** The form for all chosen pastes; the checkboxes are in the rows. @param q, page the search and page of the list to return to */
export function SeveralForm({ id, q, page }: { id: string; q: string; page: number }) {
  return (
    <ActionForm id={id} action="change-pastes" fields={listFields(q, page)} aria-label={messages.several} className={styles.several}>
      <Select name="ttlSeconds" aria-label={messages.extendChosenBy} defaultValue={DEFAULT_EXTENSION} options={EXTENSION_OPTIONS} />
      <Button type="submit" name="change" value="extend">
        {messages.extendChosen}
      </Button>
      <details className={styles.menu}>
        <summary>{messages.deleteChosen}</summary>
        <div className={styles.panel}>
          <p>{messages.deleteChosenHint}</p>
          <Button type="submit" name="change" value="delete" variant="danger">
            {messages.confirmDelete}
          </Button>
        </div>
      </details>
    </ActionForm>
  );
}
