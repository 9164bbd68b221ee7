/** The pages that a form responds with itself. */
export const plainPageMessages = {
  tooMany: {
    title: 'Too many requests',
    forms: (wait: string) => `Too many forms came from your network or with one key. Nothing has changed. Try again in ${wait}.`,
    accounts: (wait: string) => `Too many accounts were created from your network. Try again in ${wait}.`,
    reports: (wait: string) => `Too many reports came from your network. Your report was not sent. Try again in ${wait}.`,
    back: 'Back',
  },
  failed: {
    broken: {
      title: 'The server had an error',
      text: (requestId: string) =>
        `Reload the page to try again. If the error stays, tell the people who run this site this number: ${requestId}`,
    },
    unavailable: {
      title: 'The service does not respond',
      text: (requestId: string) =>
        `Its database is out of reach. Reload the page in a minute. If the error stays, tell the people who run this site this number: ${requestId}`,
    },
    home: 'Write a new paste',
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
