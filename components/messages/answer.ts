/** The words of the page where somebody sends an answer to a secret request. Its readers have never seen this site. */
export const answerMessages = {
  title: 'Send a secret',
  promise: 'Only the person who made this link can read what you send. Your browser encrypts it. This server can’t read it.',
  asked: 'They ask for',
  unverified: 'Nobody has verified this line. Send something only if you know who gave you the link.',
  unnamed: 'Send something only if you know who gave you the link.',
  checking: 'Checking the link…',
  field: 'Your secret',
  placeholder: 'Type or paste what they asked for…',
  attach: 'Attach files',
  attached: 'Attached files',
  detach: (name: string) => `Remove ${name}`,
  photos: 'Position, camera and other hidden data of JPEG, PNG and WebP photos are removed before sending.',
  send: 'Encrypt and send',
  sending: 'Sending…',
  keys: 'Control+Enter Meta+Enter',
  once: (time: string) =>
    `The secret can be opened once. Then the server deletes it. If nobody opens the secret, the server deletes it ${time} after it arrived.`,
  often: (time: string) => `The server deletes the secret ${time} after it arrived.`,
  left: (count: number) => `This link takes ${count} more answers.`,
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
  how: 'How it works',
  noScriptTitle: 'Sending needs JavaScript',
  noScript:
    'JavaScript encrypts the secret in your browser, so that this server can’t read it. Without JavaScript this page can send nothing. From a terminal, send a file with the command-line client:',
  links: {
    'no-thumbprint': {
      title: 'This link is not complete',
      text: 'The part after # is missing. That part lets your browser notice a wrong key. Copy the whole link from your message again. Nothing was sent.',
    },
    damaged: {
      title: 'This link is damaged',
      text: 'The part after # is not complete. A complete one has 43 letters, digits, - and _. Copy the whole link from your message again. Nothing was sent.',
    },
    'wrong-key': {
      title: 'Do not send anything here',
      text: 'The key that this server shows is not the key of your link. Whoever changed the key could read what you send. Nothing was sent. Tell the person who gave you the link, in a way that does not pass through this site.',
    },
    insecure: {
      title: 'Your browser can’t encrypt here',
      text: 'Browsers encrypt only on HTTPS pages. Nothing was sent. Open the same link with https://.',
    },
  },
  fullTitle: 'This request has its answer',
  fullText: (limit: number) =>
    limit === 1
      ? 'The link took one answer, and that has arrived. If you have something to send, ask for a new link.'
      : `The link took ${limit} answers, and all have arrived. If you have something to send, ask for a new link.`,
  goneTitle: 'This request does not exist',
  goneText:
    'The request expired, or the person who made it has ended it. Or the link is not complete. Ask for a new link. Nothing was sent.',
  problems: {
    empty: 'There is nothing to send yet. Type or paste the secret, or attach a file.',
    'too-many-files': 'You can attach up to 20 files. Nothing was added.',
    unreadable: 'The browser can’t read a file. The file may have moved or changed. Remove the file and attach it again.',
    'too-large': (limit: string) => `This is too much for one answer. The limit is ${limit} after encryption.`,
    text: 'The text holds a broken character that can’t be sent. Type the text again.',
    full: 'This link takes no more answers: somebody else sent the last one. Your text was not sent and is still here. Ask for a new link.',
    gone: 'This request has ended or expired. Your text was not sent and is still here. Ask for a new link.',
    'no-room':
      'The person who asked has no room for more. Your text was not sent and is still here. Tell that person, and try again later.',
    'too-many': (wait: string) => `Too many requests came from your network. Your text is still here. Try again in ${wait}.`,
    offline: 'You are offline. Your text is still here. Try again when you are online.',
    unreachable: 'The server did not respond. Your text is still here. Try again: the server stores the answer only once.',
    refused: 'The server rejected the answer. Your text is still here.',
    'server-error': 'The server had an error. Your text is still here. Try again.',
    browser: 'Your browser could not encrypt the text. Nothing was sent. Open the link in a current browser.',
  },
  sentTitle: 'Sent',
  sent: 'What you sent is no longer on this page. Only the person who made the link can read it.',
  receipt: 'Has your secret been opened?',
  sentAt: (when: string) => `Sent on ${when}`,
  receiptKept: 'This page stays until you close the tab.',
  unread: (when: string) => `If nobody opens the secret, the server deletes it on ${when}.`,
  openedHint: 'The server sent the secret once and deleted it.',
  another: 'Send another',
  noMore: 'This link takes no more answers.',
  makeYourOwn: 'Ask for a secret yourself',
  preview: 'Send a secret. Your browser encrypts it for the person who made this link.',
} as const;
