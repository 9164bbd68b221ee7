import type { ViewProblem } from '#components/paste/view/view.problems';

interface Said {
  title: string;
  text: string;
}

/** The texts of a paste's page, in English. What its dialogs say is in view-dialogs.ts: it comes with them. */
export const view = {
  untitled: 'Untitled paste',
  untitledEncrypted: 'Encrypted paste',
  textLabel: 'Text of the paste',
  details: 'About this paste',
  actions: 'Actions',
  lines: (count: number) => (count === 1 ? '1 line' : `${count.toLocaleString('en')} lines`),
  views: (count: number) => (count === 1 ? '1 view' : `${count.toLocaleString('en')} views`),
  created: 'Created',
  expires: 'Expires',
  neverExpires: 'Never expires',
  encryptedBadge: 'End-to-end encrypted',
  encryptedHint: 'Decrypted in your browser. The server never had the key.',
  copy: 'Copy',
  copyText: 'Copy the text',
  copied: 'Copied',
  copyFailed: 'Your browser does not let pages copy. Select the text and copy it yourself.',
  raw: 'Raw',
  download: 'Download',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  linkCopiedWithKey: 'Link with its key copied',
  qrCode: 'QR code',
  wrap: 'Wrap lines',
  tooLongToWrap: 'Lines are not wrapped: one of them is too long.',
  search: 'Search',
  duplicate: 'Duplicate & edit',
  extend: 'Extend',
  delete: 'Delete',
  moreActions: 'More actions',
  opened: 'The paste is open.',
  language: 'Language',
  plainText: 'Plain text',
  searching: {
    label: 'Search in the text',
    placeholder: 'Find in text',
    next: 'Next match',
    previous: 'Previous match',
    close: 'Close search',
    none: 'No match',
    count: (at: number, total: number, isMore: boolean) =>
      `${at.toLocaleString('en')} of ${total.toLocaleString('en')}${isMore ? '+' : ''}`,
  },
  loading: {
    fetching: 'Loading…',
    decrypting: 'Decrypting in your browser…',
    progress: (received: string, total: string) => `${received} of ${total}`,
    needsScript: 'This paste is encrypted. It is decrypted in your browser, which needs JavaScript.',
    largeNeedsScript: 'Only the beginning is shown without JavaScript.',
    openRaw: 'Open all of it as plain text',
  },
  confirm: {
    title: 'This paste can be read once',
    text: 'Once you open it, the link stops working for everyone, including you. If the connection breaks on the way, you can try again in this tab.',
    button: 'Open and delete it',
    passwordFirst: 'It also has a password. Nothing is deleted before you enter the right one.',
    buttonWithPassword: 'Enter the password',
    later: 'Nothing has happened yet. You can come back later.',
    laterWithLink: 'Nothing has happened yet. You can come back later with the link you were sent: its key has left the address bar.',
    needsScript: 'This paste is encrypted. Opening it needs JavaScript.',
    oneTry: 'Without JavaScript you have one try. If the connection breaks, the paste is lost.',
  },
  openedBeforeTitle: 'This paste has been opened',
  openedBefore: (when: string) =>
    `Somebody with the whole link opened this paste on ${when}. It could be read only once. If that was not you, tell the sender: somebody else has read it.`,
  hiddenDirection: 'This text has hidden characters that change its direction. What you see may not be what a program reads.',
  stillHere: 'The text below is your own copy. Save it now if you need it.',
  burned:
    'You have the only copy: the paste is gone from the server, and its key has left the address bar. Save the text now if you need it.',
  password: {
    title: 'This paste has a password',
    text: 'Ask the sender for the password. Your browser checks it and sends it nowhere.',
    textProven: 'Ask the sender for the password. Your browser sends the server a proof of it, never the password itself.',
    claimed: 'The paste is gone from the server. This tab keeps it: try as often as you need, and leave the tab open.',
    unopened: 'The paste can be read once. A wrong password deletes nothing: the server hands the paste out only for the right one.',
    label: 'Password',
    button: 'Decrypt',
    buttonUnopened: 'Open and delete it',
    checking: 'Checking…',
    wrong:
      'That password does not open the paste. Check it for typing errors and try again. If the password is right, the link may be damaged.',
  },
  colour: {
    stopped: 'Colours are off: this text took too long to colour.',
    failed: 'Colours are off: they could not be loaded.',
  },
  problems: {
    'key-missing': {
      title: 'The key is missing from this link',
      text: 'This paste is encrypted. Its key is the part of the link after the # sign: 43 letters and digits, with - and _ among them. Look for the whole link in the message you got it in, or ask the sender.',
    },
    'key-malformed': {
      title: 'The key in this link is damaged',
      text: 'The part after the # sign is not a whole key: it has 43 characters. It may have been cut off on its way. Copy the whole link from the message you got it in.',
    },
    'wrong-key': {
      title: 'This key does not open this paste',
      text: 'The link is whole, but its key belongs to another paste, or the encrypted text was changed. Ask the sender for the link again.',
    },
    'key-refused': {
      title: 'This key does not open this paste',
      text: 'The link is whole, but its key belongs to another paste. Nothing was opened or deleted. Ask the sender for the link again.',
    },
    damaged: {
      title: 'The encrypted text is damaged',
      text: 'The stored text begins like an encrypted paste but is not whole, so it can’t be decrypted. You can still save the encrypted text.',
    },
    foreign: {
      title: 'Encrypted by another program',
      text: 'This page can’t decrypt this format. Save the encrypted text and open it with the program that made it.',
    },
    unsupported: {
      title: 'This paste needs a newer reader',
      text: 'It was encrypted in a way that this page does not know. Save the encrypted text and open it with the program that made it.',
    },
    'too-large': {
      title: 'This paste is too large to open',
      text: 'The decrypted text is too large to show in a browser. You can save the encrypted text.',
    },
    'opened-here': {
      title: 'You have opened this paste',
      text: 'You opened this paste in this tab. It could be read only once, so the server no longer has it. If you need the text again, ask the sender for a new link.',
    },
    gone: {
      title: 'This paste is gone',
      text: 'The paste was there when you opened this page. Since then it expired, was deleted, or somebody else read it.',
    },
    'rate-limited': {
      title: 'Too many requests',
      text: 'The server asks you to wait. Nothing was lost. Try again in a minute.',
    },
    'server-error': {
      title: 'The server could not answer',
      text: 'Something broke on the server’s side. Try again in a moment.',
    },
    offline: {
      title: 'The server can’t be reached',
      text: 'You seem to be offline, or the connection broke off. Check it and try again.',
    },
    insecure: {
      title: 'Your browser can’t decrypt here',
      text: 'Browsers decrypt only on pages with HTTPS, and this page was opened over HTTP. The paste is untouched. Open the same link with https:// in front.',
    },
    browser: {
      title: 'Your browser can’t decrypt this',
      text: 'The browser lacks functions that decrypting needs. Open the link in a current browser.',
    },
  } satisfies Record<ViewProblem, Said>,
  tryAgain: 'Try again',
  openSecurely: 'Open with HTTPS',
  saveCiphertext: 'Save the encrypted text',
  newPaste: 'Write a new paste',
  preview: { plain: 'A paste.', encrypted: 'An encrypted paste.', burn: 'A paste that can be read once.' },
} as const;
