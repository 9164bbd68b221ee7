import { useState } from 'react';
import { requestMessages } from '#components/messages/requests';
import { Button } from '#components/ui/button';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { endRequest } from '../request.client';
import styles from '../requests.module.css';

const messages = requestMessages.end;

interface EndDialogProps {
  requestId: string;
  /** null: the request belongs to the account. */
  manageToken: string | null;
  /** The number of unopened answers. */
  waiting: number;
  onEnded: () => void;
  onClose: () => void;
}

/** Asks before a request is ended, and whether its unopened answers are kept or deleted. */
export function EndDialog({ requestId, manageToken, waiting, onEnded, onClose }: EndDialogProps) {
  const [isFailed, setFailed] = useState(false);

  async function end(answers: 'keep' | 'delete'): Promise<void> {
    setFailed(false);
    const hasEnded = await endRequest(requestId, manageToken, answers);
    setFailed(!hasEnded);
    if (!hasEnded) return;
    onEnded();
    onClose();
  }

  return (
    <ConfirmDialog
      title={messages.title}
      text={waiting > 0 ? `${messages.text} ${messages.waiting(waiting)}` : messages.text}
      cancel={messages.cancel}
      onClose={onClose}
      problem={
        <p role="alert" className={styles.problem}>
          {isFailed ? messages.failed : ''}
        </p>
      }
    >
      <Button variant="danger" onClick={() => void end('keep')}>
        {waiting > 0 ? messages.keepAnswers : messages.end}
      </Button>
      {waiting > 0 ? (
        <Button variant="danger" onClick={() => void end('delete')}>
          {messages.deleteAnswers}
        </Button>
      ) : null}
    </ConfirmDialog>
  );
}
