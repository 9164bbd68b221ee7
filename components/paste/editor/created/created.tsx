import { CircleCheck, ExternalLink, Flame, KeyRound, QrCode as QrIcon, Share2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createdTexts as texts } from '#components/messages/compose';
import { formatTime } from '#components/messages/format';
import { receiptTexts } from '#components/messages/receipt';
import { ReceiptPanel } from '#components/paste/receipt/receipt-panel';
import { Button, LinkButton } from '#components/ui/button';
import { CopyField } from '#components/ui/copy-field';
import { QrCode } from '#components/ui/qr-code';
import { useLeaveGuard } from '#components/ui/use-leave-guard';
import type { ReceiptOutcome } from '#lib/receipts/receipt.rules';
import type { CreatedPaste } from '../compose.state';
import styles from './created.module.css';

interface CreatedProps {
  paste: CreatedPaste;
  /** Whether the link was copied, shared, shown as QR code or opened. Until then leaving the page is asked about. */
  isTaken: boolean;
  onTaken: () => void;
  onAnother: () => void;
}

/** The link, and what to know before sending it. Its key and the manage link are kept in this tab until another paste. */
export function Created({ paste, isTaken, onTaken, onAnother }: CreatedProps) {
  const [hasQr, setHasQr] = useState(false);
  useLeaveGuard(!isTaken);
  /** How a paste that burns ended: then its link opens nothing any more. */
  const [outcome, setOutcome] = useState<ReceiptOutcome | null>(null);
  const canShare = typeof navigator.share === 'function';

  function toggleQr(): void {
    setHasQr(!hasQr);
    onTaken();
  }

  return (
    <div className={styles.created}>
      <h1>
        <CircleCheck aria-hidden size={24} className={styles.done} />
        {outcome === null ? texts.heading : receiptTexts.headings[outcome]}
      </h1>
      <CopyField
        isMain
        label={texts.link}
        copyLabel={texts.copyLink}
        texts={texts}
        value={paste.link}
        onCopied={onTaken}
        hint={outcome === null ? `${paste.isE2ee ? texts.keyInLink : texts.plain} ${expiryOf(paste)}` : texts.dead}
      />
      <div className={styles.ways}>
        {canShare ? (
          // Closing the sheet rejects as well: nothing happened, and nothing has to be said.
          <Button onClick={() => void navigator.share({ url: paste.link }).then(onTaken, () => undefined)}>
            <Share2 aria-hidden size={16} />
            {texts.share}
          </Button>
        ) : null}
        <Button onClick={toggleQr} aria-expanded={hasQr} aria-controls="qr">
          <QrIcon aria-hidden size={16} />
          {hasQr ? texts.hideQr : texts.showQr}
        </Button>
        {paste.burnAfterRead ? null : (
          <LinkButton href={paste.link} target="_blank" rel="noreferrer" onClick={onTaken} onAuxClick={onTaken}>
            <ExternalLink aria-hidden size={16} />
            {texts.open}
          </LinkButton>
        )}
      </div>
      <div id="qr" className={styles.qr}>
        {hasQr ? <QrCode text={paste.link} label={texts.qrLabel} /> : null}
      </div>
      {paste.burnAfterRead && outcome === null ? (
        <Advice icon={<Flame aria-hidden size={18} />} title={texts.burnTitle}>
          {texts.burn}
        </Advice>
      ) : null}
      {paste.burnAfterRead ? (
        <ReceiptPanel
          publicId={paste.publicId}
          manageToken={paste.manageToken}
          link={{ url: paste.link, hasPassword: paste.hasPassword }}
          onEnd={setOutcome}
        />
      ) : null}
      {paste.hasPassword ? (
        <Advice icon={<KeyRound aria-hidden size={18} />} title={texts.passwordTitle}>
          {texts.password}
        </Advice>
      ) : null}
      {paste.manageLink === null ? null : (
        <div className={styles.manage}>
          <CopyField
            label={texts.manageLink}
            copyLabel={texts.copyManageLink}
            texts={texts}
            value={paste.manageLink}
            hint={texts.manageHint}
          />
        </div>
      )}
      <p>
        <Button onClick={onAnother}>{texts.another}</Button>
      </p>
    </div>
  );
}

function expiryOf({ expiresAt }: CreatedPaste): string {
  return expiresAt === null ? texts.expiresNever : texts.expires(formatTime(new Date(expiresAt)));
}

function Advice({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className={styles.advice}>
      {icon}
      <p>
        <strong>{title}</strong>
        {children}
      </p>
    </div>
  );
}
