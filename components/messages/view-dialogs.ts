/** What the dialogs of a paste's page say, in English. */
export const viewDialogMessages = {
  duplicating: {
    draftTitle: 'Replace your draft?',
    draftText: 'A text that you have begun is kept in this tab. This paste would take its place.',
    replace: 'Replace it',
    keep: 'Keep my draft',
    tooLargeTitle: 'Too large to edit here',
    tooLargeText: (limit: string) =>
      `Texts over ${limit} can’t be handed to the editor. Download it, change it in a program of your own, and drop the file on a new paste.`,
    noRoomTitle: 'No room for it in your browser',
    noRoomText:
      'It keeps only so much for a page, so the text can’t be handed to the editor. If you had begun a draft, it is as it was. Copy or download this text, and put it into a new paste yourself.',
    forbiddenTitle: 'Your browser keeps no drafts',
    forbiddenText: 'It can’t hand the text to the editor. Copy or download it, and put it into a new paste yourself.',
  },
  qr: { title: 'Open on another device', text: 'Drawn in your browser. Whoever scans it can read the paste.' },
  keys: [
    ['/', 'Search in the text'],
    ['w', 'Wrap long lines'],
    ['r', 'Raw text'],
    ['y', 'Copy the link'],
    ['d', 'Duplicate & edit'],
    ['n', 'New paste'],
    ['?', 'This list'],
  ],
} as const;
