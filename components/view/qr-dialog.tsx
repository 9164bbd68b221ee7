import { en } from '../text/en';
import { view } from '../text/view';
import { viewDialogs } from '../text/view-dialogs';
import { Dialog } from '../ui/dialog';
import { QrCode } from '../ui/qr-code';
import styles from './dialogs.module.css';

export function QrDialog({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog title={view.qrCode} closeLabel={en.close} onClose={onClose}>
      <QrCode text={link} label={viewDialogs.qr.title} />
      <p className={styles.note}>{viewDialogs.qr.text}</p>
    </Dialog>
  );
}
