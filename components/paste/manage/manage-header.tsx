import { manageMessages as messages } from '#components/messages/manage';
import { Fact } from '#components/ui/fact';
import { Moment } from '#components/ui/moment';
import { languageLabel } from '#lib/languages/language.rules';
import type { PasteSummaryJson } from '#lib/pastes/paste.schema';
import styles from './manage.module.css';

interface ManageHeaderProps {
  paste: PasteSummaryJson;
  expiresAt: string | null;
  /** The server's clock when it rendered the page, in ms since 1970. */
  renderedAt: number;
}

export function ManageHeader({ paste, expiresAt, renderedAt }: ManageHeaderProps) {
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
        <Fact name={messages.expires}>{expiresAt === null ? messages.never : moment(expiresAt)}</Fact>
        <Fact name={messages.views}>{paste.viewCount.toLocaleString('en')}</Fact>
      </dl>
    </header>
  );
}
