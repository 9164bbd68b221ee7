import { LinkButton } from './button';

interface PagerProps {
  page: number;
  hasMore: boolean;
  href: (page: number) => string;
  messages: { pagesLabel: string; newer: string; older: string };
}

/** Links to the newer and the older page of a list. Renders nothing when there is only one page. */
export function Pager({ page, hasMore, href, messages }: PagerProps) {
  if (page === 1 && !hasMore) return null;
  return (
    <nav aria-label={messages.pagesLabel} className="row">
      {page > 1 ? (
        <LinkButton href={href(page - 1)} rel="prev">
          {messages.newer}
        </LinkButton>
      ) : null}
      {hasMore ? (
        <LinkButton href={href(page + 1)} rel="next">
          {messages.older}
        </LinkButton>
      ) : null}
    </nav>
  );
}
