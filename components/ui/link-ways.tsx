import QrIcon from 'lucide-react/icons/qr-code';
import Share2 from 'lucide-react/icons/share-2';
import { useId, useState } from 'react';
import { linkMessages } from '#components/messages/link';
import { Button } from './button';
import styles from './link-ways.module.css';
import { QrCode } from './qr-code';

interface LinkWaysProps {
  link: string;
  qrLabel: string;
  /** False where something else offers the share sheet. */
  mayShare?: boolean;
  /** Called when the link was shared or shown as QR code. */
  onTaken?: () => void;
}

/** Ways for a link to leave the page besides copying: the phone's share sheet and a QR code. */
export function LinkWays({ link, qrLabel, mayShare = true, onTaken }: LinkWaysProps) {
  const [hasQr, setHasQr] = useState(false);
  const id = useId();

  function toggleQr(): void {
    setHasQr(!hasQr);
    onTaken?.();
  }

  return (
    <>
      <div className="row">
        {mayShare ? <ShareButton data={() => ({ url: link })} onTaken={onTaken} /> : null}
        <Button onClick={toggleQr} aria-expanded={hasQr} aria-controls={id} icon={QrIcon}>
          {hasQr ? linkMessages.hideQr : linkMessages.showQr}
        </Button>
      </div>
      <div id={id} className={styles.qr}>
        {hasQr ? <QrCode text={link} label={qrLabel} /> : null}
      </div>
    </>
  );
}

/** Opens the phone's share sheet, where there is one. */
export function ShareButton({ data, onTaken }: { data: () => ShareData; onTaken?: (() => void) | undefined }) {
  if (typeof navigator.share !== 'function') return null;
  // Closing the share sheet rejects too, and needs no message.
  const share = () => void navigator.share(data()).then(onTaken, () => undefined);
  return (
    <Button onClick={share} icon={Share2}>
      {linkMessages.share}
    </Button>
  );
}
