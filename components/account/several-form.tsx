import { accountTexts } from '#components/messages/account';
import { composeTexts } from '#components/messages/compose';
import { EXPIRIES } from '#components/paste/editor/compose.expiry';
import { Button } from '#components/ui/button';
import { Select } from '#components/ui/select';
import { ACTIONS } from './account.actions';
import styles from './paste-table.module.css';

const texts = accountTexts.pastes;
const LONGER = EXPIRIES.filter((expiry) => expiry !== null);
const ONE_WEEK_SECONDS = 604_800;

/** What can be done with all pastes that are ticked; their boxes stand in the rows. @param q, page where it leads back to */
export function SeveralForm({ id, q, page }: { id: string; q: string; page: number }) {
  return (
    <form id={id} method="post" action={ACTIONS.changePastes} aria-label={texts.several} className={styles.several}>
      {q === '' ? null : <input type="hidden" name="q" value={q} />}
      {page === 1 ? null : <input type="hidden" name="page" value={page} />}
      <Select name="ttlSeconds" aria-label={texts.extendChosenBy} defaultValue={ONE_WEEK_SECONDS}>
        {LONGER.map((seconds) => (
          <option key={seconds} value={seconds}>
            {composeTexts.expiries[seconds]}
          </option>
        ))}
      </Select>
      <Button type="submit" name="change" value="extend">
        {texts.extendChosen}
      </Button>
      <details className={styles.menu}>
        <summary>{texts.deleteChosen}</summary>
        <div className={styles.panel}>
          <p>{texts.deleteChosenHint}</p>
          <Button type="submit" name="change" value="delete" look="danger">
            {texts.confirmDelete}
          </Button>
        </div>
      </details>
    </form>
  );
}
