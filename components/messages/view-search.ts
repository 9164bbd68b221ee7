/** The words of the search in a text. The browser loads them with its buttons. */
import { viewMessages } from './view';

export const searchMessages = {
  label: viewMessages.searching.label,
  next: 'Next match',
  previous: 'Previous match',
  close: 'Close search',
  lines: 'Go to lines',
  options: { matchesCase: 'Match case', wholeWord: 'Whole words', isPattern: 'Regular expression' },
  none: 'No match',
  problems: {
    invalid: 'This is not a regular expression.',
    'too-slow': 'Searching for this expression takes too long.',
    'not-loaded': 'The search did not load. Check your connection.',
  },
  count: (at: number, total: number, isMore: boolean) => `${at.toLocaleString('en')} of ${total.toLocaleString('en')}${isMore ? '+' : ''}`,
} as const;
