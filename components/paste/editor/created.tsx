import type { LucideIcon } from 'lucide-react';
import CircleCheck from 'lucide-react/icons/circle-check';
import ExternalLink from 'lucide-react/icons/external-link';
import Eye from 'lucide-react/icons/eye';
import Flame from 'lucide-react/icons/flame';
import KeyRound from 'lucide-react/icons/key-round';
import Network from 'lucide-react/icons/network';
import { type ReactNode, useState } from 'react';
import { createdMessages as messages } from '#components/messages/created';
import { useHasCrypto, useHasPassed, useLeftMs } from '#components/ui/browser-facts';
import { Button } from '#components/ui/button';
import { CopyField } from '#components/ui/copy-field';
import { KeyLink } from '#components/ui/key-link';
import { lazyPart } from '#components/ui/lazy-part';
import { LinkWays } from '#components/ui/link-ways';
import { More } from '#components/ui/more';
import { tabStorage } from '#components/ui/storage';
import { useTabTitle } from '#components/ui/tab-title';
import { useLeaveGuard } from '#components/ui/use-leave-guard';
import { formatTime } from '#lib/locales/format.rules';
import styles from './created.module.css';
import type { CreatedPaste } from './model/created-paste';

/** Loads only for pastes whose sender releases each reader. */
const loadReleases = () => import('../release/release-panel');
const ReleaseLinks = lazyPart(async () => (await loadReleases()).ReleaseLinks);
const WaitingReaders = lazyPart(async () => (await loadReleases()).WaitingReaders);

/** Loads only for pastes whose reads are counted. */
const loadReceipt = () => import('../receipt/receipt-panel');
const ReceiptPanel = lazyPart(async () => (await loadReceipt()).ReceiptPanel);
const TestLink = lazyPart(async () => (await loadReceipt()).TestLink);

/** The link works without the message. */
const HandOver = lazyPart(
  async () => (await import('./hand-over')).HandOver,
  () => null,
);

interface CreatedProps {
  paste: CreatedPaste;
  /** The paste's password; empty: it has none, or this page doesn't know it any more. */
  password?: string;
  /** Whether the link was copied, shared, shown as QR code or opened. Until then leaving the page is asked about. */
  isTaken: boolean;
  siteName?: string | undefined;
  /** Whether the link was copied when it came, or couldn't be; null: nobody asked for it. */
  wasCopied?: boolean | null;
  onTaken: () => void;
  onAnother: () => void;
  /** Shows what was sent. */
  children?: ReactNode;
}

/**
 * Hands the link over, says what to know before sending it and what becomes of it, which moves to the top once there is something.
 * This tab keeps the key and the manage link until another paste.
 */
export function Created({ paste, password = '', isTaken, siteName = '', wasCopied = null, onTaken, onAnother, children }: CreatedProps) {
  /** The heading once the link has ended, null while it works; undefined: nothing has happened yet. */
  const [news, setNews] = useState<string | null>();
  const [isMore, setMore] = useState(false);
  const isPast = useHasPassed(useLeftMs(paste.expiresAt));
  const end = news ?? null;
  const isOver = end !== null || isPast;
  const hasReceipt = paste.burnAfterRead || paste.maxReads !== null;
  const [releaseLink, secondLink] = paste.releaseLinks;
  useLeaveGuard(!isTaken && !isOver);

  const hasCrypto = useHasCrypto();
  const { publicId, manageToken, link } = paste;
  const heading = end ?? (isOver ? messages.expired : messages.heading);
  // Somebody elsewhere sees what the page says.
  useTabTitle('page', [heading, siteName].filter(Boolean).join(' · '));
  const releaseLinks = releaseLink === undefined || isOver ? null : <ReleaseLinks links={paste.releaseLinks} />;
  // After its end, a paste without a receipt has nothing that the link could show.
  const manage =
    paste.manageLink === null || (isOver && !hasReceipt) ? null : (
      <CopyField
        label={messages.manageLink}
        copyLabel={messages.copyManageLink}
        value={paste.manageLink}
        hint={isOver ? messages.manageEnded : tabStorage() === null ? messages.manageHint : `${messages.manageHint} ${messages.manageKept}`}
      />
    );

  return (
    <div className={`column ${styles.created}`}>
      <h1>
        <CircleCheck aria-hidden size={24} className="success" />
        <span>{heading}</span>
      </h1>
      {releaseLink === undefined || isOver ? null : <WaitingReaders publicId={publicId} link={releaseLink} />}
      <div className={styles.first}>
        {hasReceipt ? (
          <div className={news === undefined ? styles.quiet : undefined}>
            <ReceiptPanel publicId={publicId} manageToken={manageToken} onNews={setNews} />
          </div>
        ) : null}
        {isOver ? (
          <p>{messages.dead}</p>
        ) : (
          <CopyField
            isMain
            label={messages.link}
            copyLabel={messages.copyLink}
            value={link}
            wasCopied={wasCopied}
            onCopied={onTaken}
            hint={`${paste.isE2ee ? messages.keyInLink : hasCrypto ? messages.plain : messages.plainInsecure} ${expiryOf(paste)}`}
          />
        )}
        {paste.hasPassword && !isOver ? <Password password={password} /> : null}
      </div>
      {isOver ? null : (
        <>
          <Facts paste={paste} />
          {secondLink === undefined ? null : releaseLinks}
          <HandOver paste={paste} onTaken={onTaken} />
          {children}
          <More id="created-more" label={messages.more} isOpen={isMore} onToggle={() => setMore(!isMore)}>
            <LinkWays link={link} qrLabel={messages.qrLabel} mayShare={false} onTaken={onTaken} />
            {hasReceipt && manageToken !== null ? (
              <TestLink publicId={publicId} manageToken={manageToken} link={{ url: link, hasPassword: paste.hasPassword }} />
            ) : null}
            {secondLink === undefined ? releaseLinks : null}
            {manage}
          </More>
        </>
      )}
      {isOver ? manage : null}
      <p className="row">
        <Button onClick={onAnother}>{messages.another}</Button>
        {paste.burnAfterRead || isOver ? null : (
          <KeyLink address={link} isNewTab onFollow={onTaken} icon={ExternalLink}>
            {messages.open}
          </KeyLink>
        )}
      </p>
    </div>
  );
}

/** Hands over the password, or says to send it when only its sender still has it. */
function Password({ password }: { password: string }) {
  if (password !== '')
    return <CopyField label={messages.passwordLabel} copyLabel={messages.copyPassword} value={password} hint={messages.passwordHint} />;
  return (
    <Fact icon={KeyRound} title={messages.passwordTitle}>
      {messages.password}
    </Fact>
  );
}

function Facts({ paste: { burnAfterRead, maxReads, readableFrom } }: { paste: CreatedPaste }) {
  return (
    <>
      {burnAfterRead ? (
        <Fact icon={Flame} title={messages.burnTitle}>
          {messages.burn}
        </Fact>
      ) : null}
      {maxReads === null ? null : (
        <Fact icon={Eye} title={messages.countedTitle}>
          {messages.counted(maxReads)}
        </Fact>
      )}
      {readableFrom === undefined ? null : <Fact icon={Network}>{messages.onlyFrom(readableFrom.join(', '))}</Fact>}
    </>
  );
}

function Fact({ icon: Icon, title, children }: { icon: LucideIcon; title?: string; children: ReactNode }) {
  return (
    <p className={styles.fact}>
      <Icon aria-hidden size={16} />
      <span>
        {title === undefined ? null : <strong>{title}</strong>} <span>{children}</span>
      </span>
    </p>
  );
}

function expiryOf({ expiresAt }: CreatedPaste): string {
  return expiresAt === null ? messages.expiresNever : messages.expires(formatTime(new Date(expiresAt)));
}
