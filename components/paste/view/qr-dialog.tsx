import { en } from '#components/messages/en';
import { view } from '#components/messages/view';
import { viewDialogs } from '#components/messages/view-dialogs';
import { Dialog } from '#components/ui/dialog';
import { QrCode } from '#components/ui/qr-code';
import styles from './dialogs.module.css';

export function QrDialog({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog title={view.qrCode} closeLabel={en.close} onClose={onClose}>
      <QrCode text={link} label={viewDialogs.qr.title} />
      <p className={styles.note}>{viewDialogs.qr.text}</p>
    </Dialog>
  );
}
