/** Exit codes for scripts, and the error that ends the program. */

/** Each code, and what the help says of it. */
export const EXIT_CODES = {
  done: [0, 'done'],
  other: [1, 'another error'],
  usage: [2, 'wrong usage, or nothing to paste'],
  gone: [3, 'expired, deleted, read, or never there'],
  /** Nothing was burned. */
  wrongKey: [4, 'wrong key or password'],
  /** 401 or 403. */
  refused: [5, 'the server refuses'],
  /** 429, 503 or the network: the same command may work later. */
  later: [6, 'try again later'],
  /** The shells' convention, like the next one. */
  cannotStart: [126, 'run: the command cannot be started'],
  noCommand: [127, 'run: there is no such command'],
  /** 128 + the number of SIGINT, the shells' convention. */
  interrupted: [130, 'Ctrl+C'],
} as const;

type Codes = typeof EXIT_CODES;

export const EXIT = Object.fromEntries(Object.entries(EXIT_CODES).map(([name, [code]]) => [name, code])) as {
  readonly [Name in keyof Codes]: Codes[Name][0];
};

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends the program. Its message holds no key, password, token or content. */
export class CliError extends Error {
  override readonly name = 'CliError';
  constructor(
    readonly code: ExitCode,
    message: string,
    /** Time that the server asks the client to wait, with `later`. */
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }
}

export const usageError = (message: string): CliError => new CliError(EXIT.usage, message);
