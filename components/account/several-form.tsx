import { accountMessages } from '#components/messages/account';
import { editorMessages } from '#components/messages/editor';
import { EXPIRIES } from '#components/paste/editor/expiry';
import { Button } from '#components/ui/button';
import { Select } from '#components/ui/select';
import { ACTIONS } from './account.actions';
import styles from './paste-table.module.css';

const messages = accountMessages.pastes;
const LONGER = EXPIRIES.filter((expiry) => expiry !== null);
const ONE_WEEK_SECONDS = 604_800;

/** The form for all chosen pastes; the checkboxes are in the rows. @param q, page of the list to return to */
export function SeveralForm({ id, q, page }: { id: string; q: string; page: number }) {
  return (
    <form id={id} method="post" action={ACTIONS.changePastes} aria-label={messages.several} className={styles.several}>
      {q === '' ? null : <input type="hidden" name="q" value={q} />}
      {page === 1 ? null : <input type="hidden" name="page" value={page} />}
      <Select name="ttlSeconds" aria-label={messages.extendChosenBy} defaultValue={ONE_WEEK_SECONDS}>
        {LONGER.map((seconds) => (
          <option key={seconds} value={seconds}>
            {editorMessages.expiries[seconds]}
          </option>
        ))}
      </Select>
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
    </form>
  );
}
