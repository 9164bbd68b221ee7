import { useState } from 'react';
import { manageMessages as messages } from '#components/messages/manage';
import { Button } from '#components/ui/button';
import { DeleteDialog } from './delete-dialog';
import styles from './manage.module.css';

export function DeletePanel({ isWorking, onDelete }: { isWorking: boolean; onDelete: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className={styles.panel}>
      <h2>{messages.deleteTitle}</h2>
      <div className={styles.row}>
        <p>{messages.deleteHint}</p>
        <Button variant="danger" aria-disabled={isWorking} onClick={() => setAsking(true)}>
          {messages.delete}
        </Button>
      </div>
      {isAsking ? <DeleteDialog onDelete={onDelete} onClose={() => setAsking(false)} /> : null}
    </section>
  );
}
