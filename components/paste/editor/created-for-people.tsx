import { Check, CircleCheck, Copy, Flame, KeyRound, Share2 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { createdMessages } from '#components/messages/created';
import { editorMessages } from '#components/messages/editor';
import { linkMessages } from '#components/messages/link';
import { localPastesMessages } from '#components/messages/local-pastes';
import { peopleMessages as messages } from '#components/messages/people';
import { releaseMessages } from '#components/messages/release';
import { Advice } from '#components/ui/advice';
import { useHasCrypto } from '#components/ui/browser-facts';
import { Button, LinkButton } from '#components/ui/button';
import { CopyField } from '#components/ui/copy-field';
import { copyText } from '#components/ui/copy-text';
import { useFeedback } from '#components/ui/use-feedback';
import { useLeaveGuard } from '#components/ui/use-leave-guard';
import { formatTime, formatUnit } from '#lib/locales/format.rules';
import type { ReceiptJson } from '#lib/receipts/receipt.schema';
import { addressOf } from '#lib/site/address.rules';
import { askReceipt } from '../receipt/receipt.client';
import { receiptSentence } from '../receipt/receipt-words';
import { usePoll } from '../receipt/use-poll';
import styles from './created.module.css';
import { type CreatedPaste, linksText, type NamedPaste, type Several } from './model/created-paste';
import { describeProblem } from './model/editor-problem';
import type { Making } from './model/editor-state';
import type { EditorStore } from './model/editor-store';
import peopleStyles from './people.module.css';

interface CreatedForPeopleProps {
  /** The first person's, which says what all have in common. */
  paste: CreatedPaste;
  several: Several;
  making: Making | null;
  /** Whether all links were copied or shared. Until then leaving the page is asked about. */
  isTaken: boolean;
  /** Whether the links were copied when they came, or couldn't be; null: nobody asked for it. */
  wasCopied: boolean | null;
  store: Pick<EditorStore, 'makeMissing' | 'stopMaking' | 'takeLink'>;
  onAnother: () => void;
}

/** Shows a link for each of several people, who has opened theirs, and whose is missing. */
export function CreatedForPeople({ paste, several, making, isTaken, wasCopied, store, onAnother }: CreatedForPeopleProps) {
  const { made, missing } = several;
  const receipts = useReceipts(made);
  const taken = useRef(new Set<string>());
  const hasCrypto = useHasCrypto();
  useLeaveGuard(!isTaken || missing.length > 0);

  function take(names: readonly string[]): void {
    for (const name of names) taken.current.add(name);
    if (made.every(({ name }) => taken.current.has(name))) store.takeLink();
  }

  const all = made.length + missing.length;
  const access = paste.isE2ee ? createdMessages.keyInLink : hasCrypto ? createdMessages.plain : createdMessages.plainInsecure;
  const expiry = paste.expiresAt === null ? createdMessages.expiresNever : createdMessages.expires(formatTime(new Date(paste.expiresAt)));
  return (
    <div className={styles.created}>
      <h1>
        <CircleCheck aria-hidden size={24} className="success" />
        {missing.length === 0 ? messages.heading(all) : messages.headingPartly({ made: made.length, all })}
      </h1>
      <MakingStatus making={making} made={made.length} all={all} store={store} />
      <CopyAll several={several} wasCopied={wasCopied} onCopied={() => take(made.map(({ name }) => name))} />
      <Advice icon={<Flame aria-hidden size={18} />} title={messages.advice}>
        {messages.adviceText}
      </Advice>
      <ul className={peopleStyles.people}>
        {made.map((each) => (
          <Person key={each.publicId} paste={each} receipt={receipts.get(each.publicId)} onTaken={() => take([each.name])} />
        ))}
        {missing.map((name) => (
          <li key={name}>
            <h2>
              <bdi translate="no">{name}</bdi>
            </h2>
            <p className={peopleStyles.state}>{messages.missing}</p>
          </li>
        ))}
      </ul>
      <p>
        {access} {expiry}
      </p>
      {paste.readableFrom === undefined ? null : <p>{createdMessages.onlyFrom(paste.readableFrom.join(', '))}</p>}
      {paste.hasPassword ? (
        <Advice icon={<KeyRound aria-hidden size={18} />} title={createdMessages.passwordTitle}>
          {createdMessages.password}
        </Advice>
      ) : null}
      <p>
        <Button onClick={onAnother}>{createdMessages.another}</Button>
      </p>
    </div>
  );
}

type MakingStatusProps = Pick<CreatedForPeopleProps, 'making' | 'store'> & { made: number; all: number };

/** Says how far the links are, and what to do where that has stopped. */
function MakingStatus({ making, made, all, store }: MakingStatusProps) {
  const isUnderWay = making !== null && 'waitSeconds' in making;
  const problem = making !== null && 'problem' in making ? making.problem : null;
  const needsAccount = problem?.code === 'signed-out' || problem?.code === 'key-needed';
  const said = !isUnderWay
    ? made === all
      ? messages.heading(all)
      : ''
    : making.waitSeconds > 0
      ? messages.waits(formatUnit(making.waitSeconds, 'second'))
      : messages.making({ next: made + 1, all });
  return (
    <>
      <p role="status" className={isUnderWay ? undefined : 'visually-hidden'}>
        {said}
      </p>
      {problem === null ? null : (
        <p role="alert" className="box danger">
          {describeProblem(problem)}
        </p>
      )}
      {made === all ? null : (
        <div className="row">
          {isUnderWay ? (
            <Button onClick={store.stopMaking}>{messages.stop}</Button>
          ) : (
            <Button variant="primary" onClick={() => void store.makeMissing()}>
              {messages.goOn}
            </Button>
          )}
          {needsAccount ? (
            <LinkButton href={addressOf('/account')} target="_blank">
              {editorMessages.signInAgain}
            </LinkButton>
          ) : null}
        </div>
      )}
    </>
  );
}

interface CopyAllProps {
  several: Several;
  wasCopied: boolean | null;
  onCopied: () => void;
}

function CopyAll({ several, wasCopied, onCopied }: CopyAllProps) {
  const [latest, setFeedback] = useFeedback<'copied' | 'failed'>();
  const feedback = latest ?? (wasCopied === null ? null : wasCopied ? 'copied' : 'failed');

  async function copy(): Promise<void> {
    const isCopied = await copyText(linksText(several), null);
    setFeedback(isCopied ? 'copied' : 'failed');
    if (isCopied) onCopied();
  }

  const Icon = feedback === 'copied' ? Check : Copy;
  return (
    <div>
      <Button variant="primary" onClick={() => void copy()}>
        <Icon aria-hidden size={16} />
        {feedback === 'copied' ? linkMessages.copied : messages.copyAll}
      </Button>
      <p className={peopleStyles.hint}>{messages.copyAllHint}</p>
      <p role="status" className={feedback === 'failed' ? 'danger' : 'visually-hidden'}>
        {feedback === 'copied' ? linkMessages.copied : feedback === 'failed' ? linkMessages.copyFailed : ''}
      </p>
    </div>
  );
}

interface PersonProps {
  paste: NamedPaste;
  /** undefined: not known yet. */
  receipt: ReceiptJson | undefined;
  onTaken: () => void;
}

function Person({ paste, receipt, onTaken }: PersonProps) {
  const { name, link, manageLink, releaseLinks } = paste;
  const isOver = receipt !== undefined && receipt.state !== 'created';
  const canShare = typeof navigator.share === 'function';
  return (
    <li>
      <h2>
        <bdi translate="no">{name}</bdi>
      </h2>
      <p className={peopleStyles.state} data-state={receipt?.state}>
        {receipt === undefined ? '' : receiptSentence(receipt)}
      </p>
      {isOver ? null : <CopyField label={createdMessages.link} copyLabel={messages.copyOf(name)} value={link} onCopied={onTaken} />}
      {/* With two approvals, the other person's link: the manage link releases nobody then. */}
      {isOver || releaseLinks.length < 2
        ? null
        : releaseLinks.map((each, index) => (
            <CopyField
              key={each}
              label={releaseMessages.linkOf(index + 1)}
              copyLabel={`${releaseMessages.copyLinkOf(index + 1)} ${name}`}
              value={each}
            />
          ))}
      <div className="row">
        {canShare && !isOver ? (
          // Closing the share sheet rejects too, and needs no message.
          <Button aria-label={messages.shareOf(name)} onClick={() => void navigator.share({ url: link }).then(onTaken, () => undefined)}>
            <Share2 aria-hidden size={16} />
            {linkMessages.share}
          </Button>
        ) : null}
        {manageLink === null || isOver ? null : (
          <LinkButton href={manageLink} target="_blank" rel="noreferrer" aria-label={messages.manageOf(name)}>
            {releaseLinks.length > 0 ? releaseMessages.heading : localPastesMessages.manage}
          </LinkButton>
        )}
      </div>
    </li>
  );
}

/** Polls the receipts until each paste has ended. @returns them by public id, as far as they are known */
function useReceipts(made: readonly NamedPaste[]): ReadonlyMap<string, ReceiptJson> {
  const [receipts, setReceipts] = useState<ReadonlyMap<string, ReceiptJson>>(new Map());
  const watched = useMemo(
    () =>
      made.flatMap(({ publicId, manageToken }) => {
        const isEnded = (receipts.get(publicId)?.state ?? 'created') !== 'created';
        return manageToken === null || isEnded ? [] : [{ id: publicId, manageToken }];
      }),
    [made, receipts],
  );
  usePoll(watched, {
    ask: askReceipt,
    onResponse: (id, receipt) => receipt && setReceipts((before) => new Map(before).set(id, receipt)),
    // The page keeps showing what it knows.
    onSilence: () => undefined,
  });
  return receipts;
}
