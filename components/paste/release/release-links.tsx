import { releaseMessages as messages } from '#components/messages/release';
import { CopyField } from '#components/ui/copy-field';
import styles from './release.module.css';
import { ReleasePanel } from './release-panel';

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
  return <ReleasePanel publicId={publicId} credential={{ kind: 'release', token: releaseTokenIn(link) }} isQuiet />;
}

const releaseTokenIn = (link: string): string => link.slice(link.indexOf('#r=') + '#r='.length);
