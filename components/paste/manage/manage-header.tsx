import { manageMessages as messages } from '#components/messages/manage';
import { readsMessages } from '#components/messages/reads';
import { Fact } from '#components/ui/fact';
import { Moment } from '#components/ui/moment';
import { msOf, ReadCount } from '#components/ui/read-count';
import { languageLabel } from '#lib/languages/language.rules';
import type { PasteSummaryJson } from '#lib/pastes/paste.schema';
import styles from './manage.module.css';

interface ManageHeaderProps {
  paste: PasteSummaryJson;
  /** null: never. */
  expiresAt: string | null;
  /** Whether the paste has ended, so that it doesn't expire any more; its receipt says how often it was read. */
  isOver: boolean;
  /** The server's clock when it rendered the page, in ms since 1970. */
  renderedAt: number;
}

export function ManageHeader({ paste, expiresAt, isOver, renderedAt }: ManageHeaderProps) {
  const moment = (time: string) => <Moment atMs={Date.parse(time)} nowMs={renderedAt} />;
  return (
    <header>
      <p className={styles.eyebrow}>{messages.heading}</p>
      <h1>{paste.title || (paste.isE2ee ? messages.encryptedPaste : messages.untitled)}</h1>
      <dl className={styles.facts}>
        <Fact name={messages.protection}>
          {paste.isE2ee ? messages.encrypted : messages.serverSide}
          {paste.burnAfterRead ? <span className={styles.burn}>{messages.burn}</span> : null}
        </Fact>
        {paste.isE2ee ? null : <Fact name={messages.language}>{languageLabel(paste.syntax)}</Fact>}
        <Fact name={messages.created}>{moment(paste.createdAt)}</Fact>
        {isOver ? null : <Fact name={messages.expires}>{expiresAt === null ? messages.never : moment(expiresAt)}</Fact>}
        {isOver || paste.burnAfterRead ? null : paste.maxReads ? (
          <Fact name={readsMessages.label}>
            <ReadCount reads={paste.viewCount} max={paste.maxReads} lastAtMs={msOf(paste.lastReadAt)} />
          </Fact>
        ) : (
          <Fact name={messages.views}>{paste.viewCount.toLocaleString('en')}</Fact>
        )}
      </dl>
    </header>
  );
}
