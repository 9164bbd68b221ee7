import { useState } from 'react';
import { manageTexts as texts } from '#components/messages/manage';
import { Button } from '#components/ui/button';
import { DeleteDialog } from './delete-dialog';
import styles from './manage.module.css';

export function DeletePanel({ isWorking, onDelete }: { isWorking: boolean; onDelete: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className={styles.panel}>
      <h2>{texts.deleteTitle}</h2>
      <div className={styles.row}>
        <p>{texts.deleteHint}</p>
        <Button look="danger" aria-disabled={isWorking} onClick={() => setAsking(true)}>
          {texts.delete}
        </Button>
      </div>
      {isAsking ? <DeleteDialog onDelete={onDelete} onClose={() => setAsking(false)} /> : null}
    </section>
  );
}
