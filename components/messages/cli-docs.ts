export const cliDocsMessages = {
  title: 'Command line',
  intro:
    'sealpaste encrypts a text on your machine and prints a link. This server never sees the text, the title, the password or the key.',
  getTitle: 'Download',
  get: (kilobytes: string) => `One file of ${kilobytes} kB without dependencies, for Node 20.19 or newer:`,
  check: 'Compare the file with its SHA-256 on this server:',
  checkLimit:
    'If the numbers are the same, the download is complete. To check this server itself, compare the number with another instance of the same version.',
  install: 'Install the command:',
  windowsTitle: 'Windows',
  windowsGet: 'In PowerShell, download the file:',
  windowsCheck: 'Compare the file with its SHA-256. The command prints True:',
  windowsInstall: 'Install the command, then open a new window:',
  windowsUse: 'Name files instead of using | and >, because Windows PowerShell changes text there:',
  windowsLimits:
    'The command stores its settings in %USERPROFILE%\\.config\\sealpaste and the list of your pastes in %USERPROFILE%\\.local\\state\\sealpaste. XDG_CONFIG_HOME and XDG_STATE_HOME name other folders.',
  loginTitle: 'Choose the server',
  login:
    'With an account. Press Enter to allow a key in your browser, or type a key. The command stores the key in a file that only you can read:',
  loginWithout: 'Without a key:',
  useTitle: 'Commands',
  create: 'Create a paste from standard input or a file:',
  burn: 'Create a link that works once, expires after a day, and needs a password:',
  readersDelete: 'Let readers delete the paste, with the link alone:',
  read: 'Read a paste. Pass the link on standard input, because the list of processes shows arguments to other users:',
  request: 'Ask somebody for a secret. The link is on standard error, the secret on standard output:',
  answer: 'Answer a request link. Only the person who made the link can read the answer:',
  manage: 'List the pastes of this machine, show a status, extend, delete:',
  verify:
    'Compare the pages of this server with the version of your client. Take the client from somebody else, since this server could change it:',
  limitsTitle: 'Limits',
  burnLimit:
    'The server deletes a burn paste after the command has written all of it. After a closed pipe, a full disk or Ctrl+C, run the same command again within a minute.',
  exitCodes:
    'Exit codes: 0 done, 1 other error or a difference, 2 wrong usage or an empty text, 3 gone, 4 wrong key or password, 5 refused, 6 try again later, 130 Ctrl+C.',
  completion: 'Completion for bash, zsh and fish:',
  terminal:
    'A terminal shows control characters of a text as ^[, because they could change what you see. --raw leaves them. Files and pipes get the text as it is.',
  insecure: 'Addresses with http:// work on the same machine only. For another machine, use https:// or add --insecure.',
  manual: 'The manual page, for man sealpaste:',
  help: 'sealpaste help lists all commands. Every command has --help.',
  copyOf: (what: string) => `Copy: ${what}`,
  api: 'The API',
} as const;
