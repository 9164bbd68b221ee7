import { commonMessages } from '#components/messages/common';
import { viewMessages } from '#components/messages/view';
import { viewDialogMessages } from '#components/messages/view-dialogs';
import { TwoChannels } from '#components/paste/two-channels/two-channels';
import { Dialog } from '#components/ui/dialog';
import { QrCode } from '#components/ui/qr-code';
import styles from './dialogs.module.css';

export function QrDialog({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog title={viewMessages.qrCode} closeLabel={commonMessages.close} onClose={onClose}>
      <QrCode text={link} label={viewDialogMessages.qr.title} />
      <p className={styles.note}>{viewDialogMessages.qr.text}</p>
      {link.includes('#') ? <TwoChannels link={link} /> : null}
    </Dialog>
  );
}
