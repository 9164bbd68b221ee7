import { type FormEvent, useId } from 'react';
import { manageMessages as messages } from '#components/messages/manage';
import { SubmitButton } from '#components/ui/button';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { Select } from '#components/ui/select';
import { StatusPage } from '#components/ui/status-page';
import { formatExpiry } from '#components/ui/times';
import styles from './manage-parts.module.css';

export function DeleteDialog({ onDelete, onClose }: { onDelete: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog title={messages.confirmTitle} text={messages.confirmText} cancel={messages.keep} onClose={onClose}>
      <SubmitButton variant="danger" onClick={onDelete}>
        {messages.confirm}
      </SubmitButton>
    </ConfirmDialog>
  );
}

/** The form that extends a paste. In a dialog, submitting closes the dialog. */
export function ExtendForm({ isWorking = false, onExtend }: { isWorking?: boolean; onExtend: (ttlSeconds: number) => void }) {
  const id = useId();
  const extend = ({ currentTarget }: FormEvent<HTMLFormElement>) => onExtend(Number(new FormData(currentTarget).get('ttlSeconds')));
  return (
    <form className={styles.form} method="dialog" onSubmit={extend}>
      <label htmlFor={id}>{messages.extendBy}</label>
      <Select id={id} name="ttlSeconds" defaultValue={DEFAULT_EXTENSION} options={extensionOptions()} />
      <SubmitButton variant="primary" aria-disabled={isWorking}>
        {messages.extend}
      </SubmitButton>
    </form>
  );
}

/** Seconds by which a paste can be extended. */
const EXTENSIONS = [600, 3_600, 86_400, 604_800, 2_592_000, 31_536_000];

export const DEFAULT_EXTENSION = 604_800;

export const extensionOptions = () => EXTENSIONS.map((seconds) => [seconds, formatExpiry(seconds)] as const);

/** Tells that the paste was deleted. Takes the focus, because the focused button is gone. @param isOwn whether its writer deleted it */
export function DeletedNotice({ isOwn = false }: { isOwn?: boolean }) {
  return <StatusPage isOwn={isOwn} hasFocus title={messages.deletedTitle} text={messages.deletedText} />;
}
