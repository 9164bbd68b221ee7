'use client';

import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { viewMessages } from '#components/messages/view';
import { IconButton } from '#components/ui/icon-button';
import type { SearchResult } from './model/view.search';
import styles from './search-bar.module.css';

/** The search starts when typing pauses: it may go through ten megabytes. */
const REST_MS = 120;

export function SearchBar({
  query,
  result,
  onQuery,
  onMove,
}: {
  query: string;
  result: SearchResult | null;
  onQuery: (query: string | null) => void;
  onMove: (by: 1 | -1) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(query);
  const total = (result?.matches.offsets.length ?? 0) / 2;

  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => onQuery(typed), REST_MS);
    return () => clearTimeout(timer);
  }, [typed, onQuery]);

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onQuery(null);
    else if (event.key === 'Enter') {
      if (typed !== query) onQuery(typed);
      else onMove(event.shiftKey ? -1 : 1);
    } else return;
    event.preventDefault();
  };

  return (
    <search className={styles.bar}>
      <input
        ref={field}
        className={styles.field}
        type="text"
        autoComplete="off"
        spellCheck={false}
        aria-label={viewMessages.searching.label}
        placeholder={viewMessages.searching.placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={press}
      />
      <output className={styles.count}>
        {query === '' || !result
          ? ''
          : total === 0
            ? viewMessages.searching.none
            : viewMessages.searching.count(result.current + 1, total, result.matches.isMore)}
      </output>
      <IconButton
        label={viewMessages.searching.previous}
        icon={<ChevronUp aria-hidden size={16} />}
        disabled={total === 0}
        onClick={() => onMove(-1)}
      />
      <IconButton
        label={viewMessages.searching.next}
        icon={<ChevronDown aria-hidden size={16} />}
        disabled={total === 0}
        onClick={() => onMove(1)}
      />
      <IconButton label={viewMessages.searching.close} icon={<X aria-hidden size={16} />} onClick={() => onQuery(null)} />
    </search>
  );
}
