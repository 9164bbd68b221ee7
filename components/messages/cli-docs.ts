/** What the page about the command-line client says. */
export const cliDocsMessages = {
  title: 'Command line',
  intro: 'sealpaste encrypts on your machine and prints a link. This server never sees the text, the title, the password or the key.',
  getTitle: 'Get it',
  get: (kilobytes: string) => `One file of ${kilobytes} KB without dependencies, for Node 20.19 or newer:`,
  check: 'Compare it with the SHA-256 of the file that this server has now:',
  checkLimit:
    'That shows that the file arrived whole. It does not protect from this server: compare the number with that of another instance of the same version.',
  install: 'Make it a command:',
  loginTitle: 'Say where',
  login: 'With an API key, which is asked for and kept in a file that only you can read:',
  loginWithout: 'Or without a key:',
  useTitle: 'Use it',
  create: 'Paste standard input or a file:',
  burn: 'A link that opens once, within a day, and asks for a password:',
  read: 'Read a paste. The link comes from standard input, since arguments show in the list of processes:',
  manage: 'What this machine has pasted; what became of it; later; away with it:',
  limitsTitle: 'Good to know',
  burnLimit:
    'A burn paste is deleted when all of it was written. After a closed pipe, a full disk or Ctrl+C the same command gets it again, for about a minute.',
  exitCodes: 'Exit codes: 0 done, 1 other, 2 usage, 3 gone, 4 wrong key or password, 5 refused, 6 try again later.',
  completion: 'Completion for bash, zsh and fish:',
  help: 'Every command has --help.',
  copyOf: (what: string) => `Copy: ${what}`,
  api: 'The API',
} as const;
