/** The words of the dialogs of the view page. */
export const viewDialogMessages = {
  duplicating: {
    draftTitle: 'Replace your draft?',
    draftText: 'This tab holds a draft of yours. The text of this paste would replace the draft.',
    replace: 'Replace the draft',
    keep: 'Keep my draft',
    tooLargeTitle: 'Too large to edit here',
    tooLargeText: (limit: string) =>
      `The editor’s limit is ${limit}. Download the text, change it in another program, and drop the file on a new paste.`,
    noRoomTitle: 'Your browser has no room for this text',
    noRoomText: 'The editor has not changed. Download the text, then drop the file on a new paste.',
    forbiddenTitle: 'Your browser stores no drafts',
    forbiddenText: 'Download the text, then drop the file on a new paste.',
  },
  qr: { title: 'Open on another device', text: 'Your browser drew this code. Anybody who scans it can read the paste.' },
  lines: {
    title: 'Go to lines',
    label: 'Line, or first and last line',
    hint: (total: number) => `For example 12 or 12-30. The text has ${total === 1 ? '1 line' : `${total.toLocaleString('en')} lines`}.`,
    wrong: (total: number) => `Enter numbers from 1 to ${total}, for example ${Math.min(12, total)}.`,
    mark: 'Mark',
    unmark: 'Remove the mark',
  },
  keys: [
    ['/', 'Search in the text'],
    ['l', 'Go to lines'],
    ['m', 'Markdown: rendered or source'],
    ['w', 'Wrap long lines'],
    ['r', 'Raw text'],
    ['y', 'Copy the link'],
    ['d', 'Duplicate & edit'],
    ['n', 'New paste'],
    ['?', 'Show these shortcuts'],
  ],
} as const;
