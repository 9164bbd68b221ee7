'use client';

import { useId, useState } from 'react';
import { releaseMessages as messages, releaseMessages } from '#components/messages/release';
import { NotifyButton, useAttention } from '#components/ui/attention';
import { Button, SubmitButton } from '#components/ui/button';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { CopyField } from '#components/ui/copy-field';
import { Section } from '#components/ui/section';
import { formatRelative } from '#components/ui/times';
import { serverNow } from '#lib/client/server-clock';
import type { WaitingListJson } from '#lib/pastes/paste.schema';
import { usePolled } from '../receipt/use-poll';
import { askWaiting, type Credential, type FoundWaiting, type ReleaseProblem, refuse, release } from './release.client';
import styles from './release.module.css';

type Reader = WaitingListJson['waiting'][number];

interface WatchedPaste {
  publicId: string;
  credential: Credential;
}

interface ReleasePanelProps extends WatchedPaste {
  /** False for a manage token of a paste with two approvals, which may look and refuse. */
  mayRelease?: boolean;
  /** Whether the panel is one line while nobody waits. */
  isQuiet?: boolean;
}

/** Shows the readers who wait for a burn paste, and lets one in. */
export function ReleasePanel({ publicId, credential, mayRelease = true, isQuiet = false }: ReleasePanelProps) {
  const { found, isStale, update } = useWaiting(publicId, credential);
  const watched = { id: publicId, credential };
  const [asked, setAsked] = useState<Reader | null>(null);
  const [problem, setProblem] = useState<ReleaseProblem | null>(null);
  /** Codes that this page has approved. */
  const [mine, setMine] = useState<readonly string[]>([]);
  const id = useId();
  const list = typeof found === 'object' ? found : null;
  const undecided = list?.waiting.filter(({ code, state }) => state === 'waiting' && !mine.includes(code)).length ?? 0;
  useAttention(mayRelease ? undecided : 0, messages.waiting(undecided));

  if (found === 'forbidden') return null;
  const approvals = list?.approvals ?? 1;
  const isAnyReleased = list?.waiting.some(({ state }) => state === 'released') ?? false;

  const updateReaders = (change: (readers: Reader[]) => Reader[]) =>
    update(publicId, (before) => (typeof before === 'object' ? { ...before, waiting: change(before.waiting) } : before));

  async function letIn({ code }: Reader): Promise<void> {
    setProblem(null);
    const approved = await release(watched, code);
    if (typeof approved === 'string') return setProblem(approved);
    setMine((codes) => [...codes, code]);
    const state = approved === approvals ? 'released' : 'waiting';
    updateReaders((readers) => readers.map((each) => (each.code === code ? { ...each, approved, state } : each)));
  }

  async function turnAway({ code }: Reader): Promise<void> {
    setProblem(null);
    const failure = await refuse(watched, code);
    if (failure !== null) return setProblem(failure);
    updateReaders((readers) => readers.filter((each) => each.code !== code));
  }

  return (
    <Section id={id} title={messages.heading} className={isQuiet && !list?.waiting.length ? styles.quiet : styles.release}>
      <p role="status" className={styles.state}>
        {found === 'gone' ? messages.gone : list === null ? '' : messages.count(list.waiting.length)}
      </p>
      {list !== null && list.waiting.length > 0 ? (
        <>
          <p className={styles.hint}>{messages.compare}</p>
          <ul className={styles.readers}>
            {list.waiting.map((reader) => (
              <li key={reader.code}>
                <p className={styles.code} dir="ltr">
                  {reader.code}
                </p>
                <p className={styles.facts}>
                  <span>{formatRelative(Date.parse(reader.since), serverNow())}</span> ·{' '}
                  <bdi>{reader.client ?? messages.unknownClient}</bdi>
                  <br />
                  <span>{stateOf(reader, approvals, mine.includes(reader.code))}</span>
                </p>
                {reader.state === 'released' ? null : (
                  <div className="row">
                    {mayRelease && !isAnyReleased && !mine.includes(reader.code) ? (
                      <Button variant="primary" onClick={() => setAsked(reader)}>
                        {messages.release(reader.code)}
                      </Button>
                    ) : null}
                    <Button onClick={() => void turnAway(reader)}>{messages.refuse(reader.code)}</Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {mayRelease ? null : <p className={styles.hint}>{messages.needsLinks}</p>}
      <p role="alert" className={styles.problem}>
        {problem === null ? '' : messages.problems[problem]}
      </p>
      <p className={styles.hint}>{found === 'gone' ? '' : isStale ? messages.unreachable : messages.live}</p>
      {found === 'gone' || !mayRelease ? null : <NotifyButton />}
      {asked === null ? null : (
        <ConfirmDialog
          title={messages.confirmTitle(asked.code)}
          text={messages.confirmText}
          cancel={messages.cancel}
          onClose={() => setAsked(null)}
        >
          <SubmitButton variant="primary" onClick={() => void letIn(asked)}>
            {messages.release(asked.code)}
          </SubmitButton>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function stateOf({ state, approved }: Reader, approvals: number, isMine: boolean): string {
  if (state === 'released') return messages.released;
  if (approvals === 1) return messages.waits;
  return isMine ? messages.otherMissing : messages.approved({ approved, approvals });
}

/** Asks who waits, again and again, until the paste is gone. */
function useWaiting(id: string, credential: Credential) {
  const options = { ask: askWaiting, isOver: (found: FoundWaiting) => typeof found === 'string', callsBack: true };
  const { known, isStale, update } = usePolled([{ id, credential }], options);
  return { found: known.get(id), isStale, update };
}

/** Shows the sender of a new burn paste with approvals the release links. */
export function ReleaseLinks({ links }: { links: readonly string[] }) {
  return (
    <div className={styles.links}>
      {links.map((link, index) => (
        <CopyField
          key={link}
          label={links.length === 1 ? messages.link : messages.linkOf(index + 1)}
          copyLabel={links.length === 1 ? messages.copyLink : messages.copyLinkOf(index + 1)}
          value={link}
          hint={links.length === 1 ? messages.linkHint : index === 0 ? messages.firstHint : messages.secondHint}
        />
      ))}
    </div>
  );
}

/** Shows the sender who waits. @param link the sender's own release link */
export function WaitingReaders({ publicId, link }: { publicId: string; link: string }) {
  return <ReleasePanel publicId={publicId} credential={{ kind: 'release', token: link.split('#r=')[1] ?? '' }} isQuiet />;
}

/** Shows for which mailbox a burn paste is, and what became of the codes that were mailed there. */
export function RecipientPanel({ publicId, credential }: WatchedPaste) {
  const { found, isStale } = useWaiting(publicId, credential);
  const id = useId();
  const { mailed, gone, live, unknownClient, unreachable } = releaseMessages;
  if (found === 'forbidden') return null;
  const recipient = typeof found === 'object' ? found.recipient : undefined;
  return (
    <Section id={id} title={mailed.heading} className={styles.release}>
      <p role="status" className={styles.state}>
        {found === 'gone' ? gone : recipient?.claims.length === 0 ? mailed.none : ''}
      </p>
      {recipient?.address ? <p dir="auto">{mailed.address(recipient.address)}</p> : null}
      <ul className={styles.readers}>
        {recipient?.claims.map(({ since, client, state }) => (
          <li key={`${since} ${client}`}>
            <p className={styles.facts}>
              <span>{formatRelative(Date.parse(since), serverNow())}</span> · <bdi>{client ?? unknownClient}</bdi>
              <br />
              <span>{mailed.states[state]}</span>
            </p>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{found === 'gone' ? '' : isStale ? unreachable : live}</p>
    </Section>
  );
}
