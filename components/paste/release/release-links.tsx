import { releaseMessages as messages } from '#components/messages/release';
import { CopyField } from '#components/ui/copy-field';
import styles from './release.module.css';
import { ReleasePanel } from './release-panel';

/** Shows the sender of a new burn paste with approvals the release links, and who waits. */
export function ReleaseLinks({ publicId, links }: { publicId: string; links: readonly string[] }) {
  const [mine] = links;
  return (
    <>
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
      {mine === undefined ? null : <ReleasePanel publicId={publicId} credential={{ kind: 'release', token: releaseTokenIn(mine) }} />}
    </>
  );
}

const releaseTokenIn = (link: string): string => link.slice(link.indexOf('#r=') + '#r='.length);
