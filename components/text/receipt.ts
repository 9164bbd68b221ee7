/** What a paste that burns says of itself to who made it. */
export const receiptTexts = {
  heading: 'Has it been opened?',
  states: {
    created: 'Not opened yet.',
    opened: (when: string) => `Opened on ${when}.`,
    expired: (when: string) => `Expired unread on ${when}.`,
    deleted: (when: string) => `Deleted unread on ${when}.`,
  },
  live: 'This line changes by itself while the page is open.',
  openedHint: 'It was handed out once and is gone from the server. If the one you sent it to did not open it, somebody else did.',
  unreachable: 'The server does not answer just now; this is what it said last.',
  test: 'Test my link',
  testing: 'Testing…',
  tested: {
    works: 'The link works: the paste is there, the key in the link fits, and testing did not open it.',
    there: 'The paste is there, and testing did not open it.',
    gone: 'The link opens nothing any more.',
    wrong: 'The key in this link does not fit. Copy the link again.',
    later: 'That was asked too often. Try again in a minute.',
  },
} as const;
