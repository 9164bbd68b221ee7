/** A sign-in at the provider failed. The message is for the log: it holds no code, token or claim. */
export class OidcError extends Error {
  override readonly name = 'OidcError';
  /**
   * @param reason `unavailable`: the provider can't be reached or doesn't respond as it should; worth a retry. `cancelled`: the
   * person or the provider refused. `stale`: the response belongs to no sign-in under way, or to one that was finished.
   * `invalid`: the response did not pass the checks, or the provider doesn't accept this service.
   */
  constructor(
    readonly reason: 'unavailable' | 'cancelled' | 'stale' | 'invalid',
    message: string,
  ) {
    super(message);
  }
}

/** Recognises the error by name, also one that another copy of this module threw. */
export const isOidcError = (error: unknown): error is OidcError =>
  error instanceof Error && error.name === ('OidcError' satisfies OidcError['name']);
