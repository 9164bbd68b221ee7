'use client';

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { viewMessages } from '#components/messages/view';
import { isComposing } from '#components/ui/is-composing';
import { lazyPart } from '#components/ui/lazy-part';
import styles from './search-bar.module.css';
import type { SearchToolsProps } from './search-tools';

/** The buttons may fail to load: searching works by keys. */
const SearchTools = lazyPart(
  async () => (await import('./search-tools')).SearchTools,
  () => null,
);

/** The search starts when typing pauses: it may go through ten megabytes. */
const REST_MS = 120;

/** Renders the search field at once, so that keys typed after the shortcut reach the field and not the page's shortcuts. */
export function SearchBar(props: SearchToolsProps) {
  const { query, onQuery, onMove } = props;
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(query.text);

  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (typed === query.text) return;
    const timer = setTimeout(() => onQuery({ ...query, text: typed }), REST_MS);
    return () => clearTimeout(timer);
  }, [typed, query, onQuery]);

  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') onQuery(null);
    else if (event.key === 'Enter') {
      if (typed !== query.text) onQuery({ ...query, text: typed });
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
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        aria-label={viewMessages.searching.label}
        placeholder={viewMessages.searching.placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={press}
      />
      <SearchTools {...props} />
    </search>
  );
}
