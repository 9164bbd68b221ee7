import type { ReactNode } from 'react';
import { markdownMessages } from '#components/messages/markdown';
import { usePictureUrl } from '../hooks/pictures';
import styles from './markdown.module.css';
import noteStyles from './markdown-notes.module.css';
import type { Inline, Picture } from './markdown-tree';

export const noteId = (note: number): string => `note-${note}`;
export const mentionId = (note: number, mention: number): string => `note-${note}-mention-${mention}`;

interface InlinesProps {
  inlines: readonly Inline[];
  /** Whether a link surrounds them: links can't nest. */
  isInLink?: boolean;
}

/** Renders the inline elements of a text. */
export function MarkdownInlines({ inlines, ...rest }: InlinesProps) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
  return inlines.map((inline, index) => (typeof inline === 'string' ? inline : <MarkdownInline key={index} inline={inline} {...rest} />));
}

function MarkdownInline({ inline, isInLink = false }: Omit<InlinesProps, 'inlines'> & { inline: Exclude<Inline, string> }): ReactNode {
  const within = (children: readonly Inline[], inLink = isInLink) => <MarkdownInlines inlines={children} isInLink={inLink} />;
  switch (inline.kind) {
    case 'strong':
      return <strong>{within(inline.children)}</strong>;
    case 'emphasis':
      return <em>{within(inline.children)}</em>;
    case 'deleted':
      return <del>{within(inline.children)}</del>;
    case 'code':
      return <code>{inline.text}</code>;
    case 'html':
      return <span className={styles.inlineHtml}>{inline.text}</span>;
    case 'break':
      return <br />;
    case 'link':
      return isInLink ? within(inline.children) : <Outward address={inline.address}>{within(inline.children, true)}</Outward>;
    case 'jump':
      return isInLink ? (
        within(inline.children)
      ) : (
        <button type="button" className={noteStyles.jump} data-heading={inline.heading}>
          {within(inline.children, true)}
        </button>
      );
    case 'picture':
      return <PictureOrLink picture={inline} isInLink={isInLink} />;
    case 'note':
      return (
        <sup>
          <button
            type="button"
            className={noteStyles.jump}
            id={mentionId(inline.note, inline.mention)}
            data-note={inline.note}
            aria-label={markdownMessages.footnote(inline.note)}
          >
            {inline.note}
          </button>
        </sup>
      );
  }
}

/** Renders a link that opens in a new tab, without opener and referrer. */
function Outward({ address, title = address, children }: { address: string; title?: string; children: ReactNode }) {
  return (
    <a href={address} title={title} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function PictureOrLink({ picture: { alt, address, name }, isInLink }: { picture: Picture; isInLink: boolean }) {
  const own = usePictureUrl(name);
  // biome-ignore lint/performance/noImgElement: it is in memory already
  if (own !== null) return <img src={own} alt={alt} className={styles.picture} />;
  if (address === null) return alt;
  const words = (
    <>
      {alt === '' ? '' : `${alt} `}
      <small>({markdownMessages.picture(new URL(address).host)})</small>
    </>
  );
  if (isInLink) return words;
  return (
    <Outward address={address} title={markdownMessages.pictureHint}>
      {words}
    </Outward>
  );
}
