import { CircleCheck, ExternalLink, Eye, Flame, KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createdMessages as messages } from '#components/messages/created';
import { receiptMessages } from '#components/messages/receipt';
import { TwoChannels } from '#components/paste/two-channels';
import { Advice } from '#components/ui/advice';
import { useHasCrypto, useHasPassed, useLeftMs } from '#components/ui/browser-facts';
import { Button } from '#components/ui/button';
import { CopyField } from '#components/ui/copy-field';
import { KeyLink } from '#components/ui/key-link';
import { lazyPart } from '#components/ui/lazy-part';
import { LinkWays } from '#components/ui/link-ways';
import { useLeaveGuard } from '#components/ui/use-leave-guard';
import { formatTime } from '#lib/locales/format.rules';
import type { EndedReceiptJson } from '#lib/receipts/receipt.schema';
import { ReceiptPanel } from '../receipt/receipt-panel';
import { endHeading } from '../receipt/receipt-words';
import styles from './created.module.css';
import type { CreatedPaste } from './model/created-paste';

/** Loads only for pastes whose sender releases each reader. */
const ReleaseLinks = lazyPart(async () => (await import('../release/release-links')).ReleaseLinks);

interface CreatedProps {
  paste: CreatedPaste;
  /** The paste's password; empty: it has none, or this page doesn't know it any more. */
  password?: string;
  /** Whether the link was copied, shared, shown as QR code or opened. Until then leaving the page is asked about. */
  isTaken: boolean;
  /** Whether the link was copied when it came, or couldn't be; null: nobody asked for it. */
  wasCopied?: boolean | null;
  onTaken: () => void;
  onAnother: () => void;
  /** Shows what was sent. */
  children?: ReactNode;
}

/** Shows the link and what to know before sending it. This tab keeps the key and the manage link until another paste. */
export function Created({ paste, password = '', isTaken, wasCopied = null, onTaken, onAnother, children }: CreatedProps) {
  /** How a paste ended by reading; null while its link still works. */
  const [end, setEnd] = useState<EndedReceiptJson | null>(null);
  const isPast = useHasPassed(useLeftMs(paste.expiresAt));
  const isOver = end !== null || isPast;
  const hasReceipt = paste.burnAfterRead || paste.maxReads !== null;
  useLeaveGuard(!isTaken && !isOver);

  const hasCrypto = useHasCrypto();

  return (
    <div className={styles.created}>
      <h1>
        <CircleCheck aria-hidden size={24} className="success" />
        <span>{end !== null ? endHeading(end) : isOver ? receiptMessages.countedHeadings.expired : messages.heading}</span>
      </h1>
      {isOver ? (
        <p>{messages.dead}</p>
      ) : (
        <CopyField
          isMain
          label={messages.link}
          copyLabel={messages.copyLink}
          value={paste.link}
          wasCopied={wasCopied}
          onCopied={onTaken}
          hint={`${paste.isE2ee ? messages.keyInLink : hasCrypto ? messages.plain : messages.plainInsecure} ${expiryOf(paste)}`}
        />
      )}
      {paste.hasPassword && !isOver ? <Password password={password} /> : null}
      {isOver ? null : (
        <LinkWays link={paste.link} qrLabel={messages.qrLabel} onTaken={onTaken}>
          {paste.burnAfterRead ? null : (
            <KeyLink address={paste.link} isNewTab onFollow={onTaken}>
              <ExternalLink aria-hidden size={16} />
              {messages.open}
            </KeyLink>
          )}
        </LinkWays>
      )}
      {paste.isE2ee && !isOver ? <TwoChannels link={paste.link} onTaken={onTaken} /> : null}
      {paste.burnAfterRead && !isOver ? (
        <Advice icon={<Flame aria-hidden size={18} />} title={messages.burnTitle}>
          {messages.burn}
        </Advice>
      ) : null}
      {paste.maxReads !== null && !isOver ? (
        <Advice icon={<Eye aria-hidden size={18} />} title={messages.countedTitle}>
          {messages.counted(paste.maxReads)}
        </Advice>
      ) : null}
      {paste.readableFrom === undefined || isOver ? null : <p>{messages.onlyFrom(paste.readableFrom.join(', '))}</p>}
      {paste.releaseLinks.length === 0 || isOver ? null : <ReleaseLinks publicId={paste.publicId} links={paste.releaseLinks} />}
      {hasReceipt ? (
        <ReceiptPanel
          publicId={paste.publicId}
          manageToken={paste.manageToken}
          link={{ url: paste.link, hasPassword: paste.hasPassword }}
          onEnd={setEnd}
        />
      ) : null}
      {isOver ? null : children}
      {/* After its end, a paste without a receipt has nothing that the link could show. */}
      {paste.manageLink === null || (isOver && !hasReceipt) ? null : (
        <div className={styles.manage}>
          <CopyField
            label={messages.manageLink}
            copyLabel={messages.copyManageLink}
            value={paste.manageLink}
            hint={isOver ? messages.manageEnded : messages.manageHint}
          />
        </div>
      )}
      <p>
        <Button onClick={onAnother}>{messages.another}</Button>
      </p>
    </div>
  );
}

/** Hands over the password, or says to send it when only its sender still has it. */
function Password({ password }: { password: string }) {
  if (password !== '')
    return <CopyField label={messages.passwordLabel} copyLabel={messages.copyPassword} value={password} hint={messages.passwordHint} />;
  return (
    <Advice icon={<KeyRound aria-hidden size={18} />} title={messages.passwordTitle}>
      {messages.password}
    </Advice>
  );
}

function expiryOf({ expiresAt }: CreatedPaste): string {
  return expiresAt === null ? messages.expiresNever : messages.expires(formatTime(new Date(expiresAt)));
}
