/** Every text a person sees, in English. Another language is another object of this type. */
export const en = {
  product: 'Sealpaste',
  skipToContent: 'Skip to content',
  newPaste: 'New paste',
  account: 'Account',
  shortcuts: 'Keyboard shortcuts',
  close: 'Close',
  seconds: (count: number) => (count === 1 ? '1 second' : `${count} seconds`),
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  theme: {
    label: 'Colour theme',
    light: 'Light',
    dark: 'Dark',
    system: 'As the system',
  },
  errors: {
    notFoundTitle: 'This paste is not here',
    notFoundText:
      'The paste expired, was deleted, or could be read only once and was opened. The link may also be incomplete. If somebody sent you the link, ask them: the sender of a paste that burns can see whether and when it was opened.',
    pageNotFoundTitle: 'There is no page here',
    pageNotFoundText: 'Check the address for typing errors.',
    serverErrorTitle: 'Something broke on our side',
    serverErrorText: 'Your text is safe. Try again. If the error stays, tell the people who run this site the number below.',
    requestId: 'Request',
    tryAgain: 'Try again',
    startOver: 'Write a new paste',
  },
} as const;
