import type { ViewProblem } from '../view/view.problems';

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
    text: 'Opening it gives you the only copy and ends the link for everybody, you included; if the connection breaks on the way, you can try again.',
    button: 'Open and delete it',
    later: 'Nothing has happened yet. You can come back later.',
    needsScript: 'It is encrypted and needs JavaScript to be opened.',
    oneTry: 'Without JavaScript there is one try: if the connection breaks, it is gone.',
  },
  openedBeforeTitle: 'This paste has been opened',
  openedBefore: (when: string) =>
    `Somebody with the whole link opened it on ${when}, and it could be read only once. If that was not you, tell whoever sent you the link: it was read by somebody else.`,
  stillHere: 'What you see is your own copy: save it now if you need it.',
  burned: 'This was the only copy. It is gone from the server: save it now if you need it.',
  password: {
    title: 'This paste has a password',
    text: 'Ask whoever sent you the link. It is checked in your browser and sent nowhere.',
    textProven: 'Ask whoever sent you the link. It is sent nowhere: the server sees only a proof that your browser makes of it.',
    claimed: 'It is gone from the server already, but kept in this tab: try as often as you need, and leave the tab open.',
    unopened: 'It can be read once, and nothing is lost by a wrong password: it is handed out only for the right one.',
    label: 'Password',
    button: 'Decrypt',
    checking: 'Checking…',
    wrong: 'That did not open it. Check the password for typing errors and try again; if it is right, the link may be damaged.',
  },
  colour: {
    stopped: 'Colours are off: this text took too long to colour.',
    failed: 'Colours are off: they could not be loaded.',
  },
  problems: {
    'key-missing': {
      title: 'The key is missing from this link',
      text: 'This paste is encrypted, and its key is the part of the link after the # sign. Ask for the whole link, or copy it again.',
    },
    'key-malformed': {
      title: 'The key in this link is damaged',
      text: 'The part after the # sign is not a whole key. It may have been cut off or changed on its way. Copy the whole link again.',
    },
    'wrong-key': {
      title: 'This key does not open this paste',
      text: 'The link is well-formed, but its key belongs to something else, or the encrypted text was changed. Ask for the link again.',
    },
    'key-refused': {
      title: 'This key does not open this paste',
      text: 'The link is well-formed, but its key belongs to something else. Nothing was opened and nothing is lost: ask for the link again.',
    },
    damaged: {
      title: 'The encrypted text is damaged',
      text: 'What is stored begins as one of our encrypted pastes but is not whole. It can’t be decrypted; you can still save it as it is.',
    },
    foreign: {
      title: 'Encrypted by another program',
      text: 'This is not in the form that this page can decrypt. Save the encrypted text and open it with the program that made it.',
    },
    unsupported: {
      title: 'This paste needs a newer reader',
      text: 'It was encrypted in a way that this page does not know. Save the encrypted text and open it with the program that made it.',
    },
    'too-large': {
      title: 'This paste is too large to open',
      text: 'What is inside goes beyond what a browser should be asked to hold. You can save the encrypted text.',
    },
    gone: {
      title: 'This paste is gone',
      text: 'It was there when this page was opened. Since then it has expired, was deleted, or somebody else read it.',
    },
    'rate-limited': {
      title: 'Too many requests',
      text: 'The server asks you to wait. Nothing was lost: try again in a minute.',
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
      text: 'It does so only on pages with HTTPS, and this one was opened over HTTP. The paste is untouched: open the same link with https:// in front.',
    },
    browser: {
      title: 'Your browser can’t decrypt this',
      text: 'It lacks what is needed for it. Open the link in a current browser.',
    },
  } satisfies Record<ViewProblem, Said>,
  tryAgain: 'Try again',
  openSecurely: 'Open with HTTPS',
  saveCiphertext: 'Save the encrypted text',
  newPaste: 'Write a new paste',
  preview: { plain: 'A paste.', encrypted: 'An encrypted paste.', burn: 'A paste that can be read once.' },
} as const;
