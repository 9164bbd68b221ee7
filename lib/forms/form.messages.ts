/** Messages of the pages that a form responds with. Some are shared with other pages (components/messages). */
export const formMessages = {
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
};

export const durationMessages = {
  seconds: (count: number) => (count === 1 ? '1 second' : `${count} seconds`),
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
};

export const unnamedMessages = { untitled: 'Untitled', encrypted: 'Encrypted paste' };
