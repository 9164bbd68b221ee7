import { manageMessages as messages } from '#components/messages/manage';
import { SubmitButton } from '#components/ui/button';
import { ConfirmDialog } from '#components/ui/confirm-dialog';

export function DeleteDialog({ onDelete, onClose }: { onDelete: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog title={messages.confirmTitle} text={messages.confirmText} cancel={messages.keep} onClose={onClose}>
      <SubmitButton variant="danger" onClick={onDelete}>
        {messages.confirm}
      </SubmitButton>
    </ConfirmDialog>
  );
}
