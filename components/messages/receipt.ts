export const receiptMessages = {
  heading: 'Has the link been opened?',
  states: {
    created: 'Not opened yet.',
    opened: (when: string) => `Opened on ${when}.`,
    expired: (when: string) => `Expired unread on ${when}.`,
    deleted: (when: string) => `Deleted unread on ${when}.`,
  },
  /** For a paste with a number of reads, before how many there were. */
  countedStates: {
    expired: (when: string) => `Expired on ${when}.`,
    deleted: (when: string) => `Deleted on ${when}.`,
  },
  headings: {
    opened: 'Your link was opened',
    expired: 'Your link expired unread',
    deleted: 'Your paste was deleted unread',
  },
  countedHeadings: {
    opened: 'Your link was opened for the last time',
    expired: 'Your link expired',
    deleted: 'Your paste was deleted',
  },
  live: 'This page updates the status while it is open.',
  openedHint: 'The server sent the paste once and deleted it. If your reader did not open the link, somebody else did.',
  countedHint: (reads: number) =>
    `The server sent the paste ${reads} times and deleted it. If your readers opened the link less often, somebody else did, too.`,
  unreachable: 'The server does not respond. This status may be old.',
  test: 'Test my link',
  testing: 'Testing…',
  tested: {
    works: 'The link works. The test did not open the paste.',
    there: 'The paste exists. The test did not open the paste.',
    gone: 'The link no longer works.',
    wrong: 'The key in this link is wrong. Copy the link again.',
    later: 'Too many requests came from your network. Try again in a minute.',
  },
} as const;
