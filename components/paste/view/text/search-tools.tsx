'use client';

import CaseSensitive from 'lucide-react/icons/case-sensitive';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Hash from 'lucide-react/icons/hash';
import Regex from 'lucide-react/icons/regex';
import WholeWord from 'lucide-react/icons/whole-word';
import X from 'lucide-react/icons/x';
import { searchMessages as messages } from '#components/messages/search';
import { IconButton } from '#components/ui/icon-button';
import type { SearchQuery, SearchResult } from '../model/view-search';
import styles from './search-bar.module.css';

export interface SearchToolsProps {
  query: SearchQuery;
  result: SearchResult | null;
  onQuery: (query: SearchQuery | null) => void;
  onMove: (by: 1 | -1) => void;
  onLines: () => void;
}

/** The options, count and buttons beside the search field. They load while somebody types. */
export function SearchTools({ query, result, onQuery, onMove, onLines }: SearchToolsProps) {
  const total = (result?.matches.offsets.length ?? 0) / 2;
  const option = (name: 'matchesCase' | 'wholeWord' | 'isPattern', Icon: typeof Regex) => (
    <IconButton
      label={messages.options[name]}
      icon={Icon}
      aria-pressed={query[name]}
      onClick={() => onQuery({ ...query, [name]: !query[name] })}
    />
  );
  return (
    <>
      {option('matchesCase', CaseSensitive)}
      {option('wholeWord', WholeWord)}
      {option('isPattern', Regex)}
      <output className={styles.count}>{wordsOf(query, result)}</output>
      <IconButton label={messages.previous} icon={ChevronUp} disabled={total === 0} onClick={() => onMove(-1)} />
      <IconButton label={messages.next} icon={ChevronDown} disabled={total === 0} onClick={() => onMove(1)} />
      <IconButton label={messages.lines} icon={Hash} onClick={onLines} />
      <IconButton label={messages.close} icon={X} onClick={() => onQuery(null)} />
    </>
  );
}

function wordsOf(query: SearchQuery, result: SearchResult | null): string {
  if (query.text === '' || !result) return '';
  if (result.problem) return messages.problems[result.problem];
  const total = result.matches.offsets.length / 2;
  return total === 0 ? messages.none : (result.matches.isMore ? messages.countMore : messages.count)({ at: result.current + 1, total });
}
