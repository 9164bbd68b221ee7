/** The result of a check of the doctor that has not failed. */
export type Finding = string | { warning: string };

/** Message and code of an error, never its stack. Errors of connections may have no message. */
export function describeError(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown };
  const text = message || code || 'failed';
  return cause === undefined ? text : `${text}: ${describeError(cause)}`;
}
