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
    notFoundText: 'It never was, has expired, was deleted, or was read once and burned. Which of these, nobody can tell any more.',
    pageNotFoundTitle: 'There is no page here',
    pageNotFoundText: 'The address may be mistyped.',
    serverErrorTitle: 'Something broke on our side',
    serverErrorText: 'Your text is not lost by this. Try again; if it stays broken, tell whoever runs this site the number below.',
    requestId: 'Request',
    tryAgain: 'Try again',
    startOver: 'Write a new paste',
  },
} as const;
