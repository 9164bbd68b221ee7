/** The pages that a form responds with itself. */
export const plainPageMessages = {
  tooMany: {
    title: 'Too many requests',
    forms: (wait: string) => `Too many forms came from your network or with one key. Nothing has changed. Try again in ${wait}.`,
    accounts: (wait: string) => `Too many accounts were created from your network. Try again in ${wait}.`,
    reports: (wait: string) => `Too many reports came from your network. Your report was not sent. Try again in ${wait}.`,
    back: 'Back',
  },
  toProvider: {
    title: (name: string) => `To ${name}`,
    text: 'You sign in there and come back.',
    go: (name: string) => `Continue at ${name}`,
  },
  toClient: {
    title: 'Back to sealpaste',
    text: 'Your browser hands a code to the program on this computer.',
    go: 'Continue',
  },
} as const;
