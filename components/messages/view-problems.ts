/** Why a paste can't be shown, and what to do. The browser loads these words when something goes wrong. */
import { viewMessages } from './view';

export const viewProblems = {
  'key-missing': {
    title: 'The key is missing from this link',
    text: 'This paste is encrypted. Its key is the part of the link after #: 43 letters, digits, - and _. Copy the whole link from your message, or the key, if the sender sent it apart.',
  },
  'key-malformed': {
    title: 'The key in this link is damaged',
    text: 'The part after # is not a whole key. A key has 43 characters. Copy the whole link from your message again.',
  },
  'wrong-key': {
    title: 'This key does not open this paste',
    text: 'The key belongs to another paste, or the encrypted text has changed. Ask the sender for the link again.',
  },
  'key-refused': {
    title: 'This key does not open this paste',
    text: 'The key belongs to another paste. The server deleted nothing. Ask the sender for the link again.',
  },
  damaged: {
    title: 'The encrypted text is damaged',
    text: 'The encrypted text is not complete, so your browser can’t decrypt it. You can save the encrypted text.',
  },
  foreign: {
    title: 'Another program encrypted this paste',
    text: 'This page can’t decrypt this format. Save the encrypted text and open it with the program that made it.',
  },
  unsupported: {
    title: 'This page can’t read this format',
    text: 'The paste has a newer format. Save the encrypted text and open it with the program that made it.',
  },
  'too-large': {
    title: 'This paste is too large to open',
    text: 'A browser can’t show so much text. You can save the encrypted text.',
  },
  'opened-here': {
    title: 'You have already opened this paste',
    text: 'You opened this paste in this tab, and the server then deleted it. If you need the text again, ask the sender for a new link.',
  },
  gone: {
    title: 'This paste is gone',
    text: viewMessages.gone,
  },
  'rate-limited': {
    title: 'Too many requests',
    text: 'The paste is not lost. Try again in a minute.',
  },
  'server-error': {
    title: 'The server had an error',
    text: 'The paste is not lost. Try again in a minute.',
  },
  offline: viewMessages.offline,
  insecure: {
    title: 'Your browser can’t decrypt here',
    text: 'Browsers decrypt only on HTTPS pages. The paste is not opened. Open the same link with https://.',
  },
  browser: {
    title: 'Your browser can’t decrypt this',
    text: 'Your browser is too old. Open the link in a current browser.',
  },
} as const;

export const viewProblemActions = {
  tryAgain: 'Try again',
  openSecurely: 'Open with HTTPS',
  saveCiphertext: 'Save the encrypted text',
  newPaste: 'Write a new paste',
} as const;

/** The words when somebody else opened the paste first. */
export const openedMessages = {
  title: 'This paste has been opened',
  text: (when: string) =>
    `Somebody with the whole link opened this paste on ${when}. The link worked once. If you did not open the paste, tell the sender.`,
} as const;
