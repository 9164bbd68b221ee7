import { useEffect } from 'react';

/** The parts that the tab's title says now, and its first title. */
const said = { waits: '', page: '' };
let first = '';

/**
 * Changes the tab's title while it is shown, and brings the first one back.
 * @param part `waits`: who or what waits, which stands before the rest; `page`: what the page says now
 * @param text empty: nothing
 */
export function useTabTitle(part: keyof typeof said, text: string): void {
  useEffect(() => {
    if (text === '') return;
    say(part, text);
    return () => say(part, '');
  }, [part, text]);
}

function say(part: keyof typeof said, text: string): void {
  if (said.waits === '' && said.page === '') first = document.title;
  said[part] = text;
  document.title = [said.waits, said.page || first].filter(Boolean).join(' · ');
}
