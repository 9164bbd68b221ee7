/** What a paste that burns says of itself to who made it. */
export const receiptMessages = {
  heading: 'Has it been opened?',
  states: {
    created: 'Not opened yet.',
    opened: (when: string) => `Opened on ${when}.`,
    expired: (when: string) => `Expired unread on ${when}.`,
    deleted: (when: string) => `Deleted unread on ${when}.`,
  },
  headings: {
    opened: 'Your link was opened',
    expired: 'Your link expired unread',
    deleted: 'Your paste was deleted unread',
  },
  live: 'This line changes by itself while the page is open.',
  openedHint:
    'The server handed the paste out once and no longer has it. If the person you sent the link to did not open it, somebody else did.',
  unreachable: 'The server does not answer at the moment. This is its last response.',
  test: 'Test my link',
  testing: 'Testing…',
  tested: {
    works: 'The link works: the paste is there, the key in the link fits, and testing did not open it.',
    there: 'The paste is there, and testing did not open it.',
    gone: 'The link opens nothing any more.',
    wrong: 'The key in this link does not fit. Copy the link again.',
    later: 'Too many requests from your address. Try again in a minute.',
  },
} as const;
