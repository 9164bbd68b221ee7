/** Exit codes for scripts, and the error that ends the program. */

export const EXIT = {
  done: 0,
  other: 1,
  usage: 2,
  /** The paste expired, was deleted or read by somebody else, or never existed. */
  gone: 3,
  /** The key or password is wrong. Nothing was burned. */
  wrongKey: 4,
  /** 401 or 403. */
  refused: 5,
  /** 429, 503 or the network: the same command may work later. */
  later: 6,
  /** The command of `run` can't be started (the shells' convention). */
  cannotStart: 126,
  /** There is no such command for `run` (the shells' convention). */
  noCommand: 127,
  /** 128 + the number of SIGINT, the shells' convention. */
  interrupted: 130,
} as const;

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
