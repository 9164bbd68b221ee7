/** Why nobody was signed in by a provider. The message is for the log: it holds no code, token or claim. */
export class OidcError extends Error {
  override readonly name = 'OidcError';
  /**
   * @param reason `unavailable`: it can't be reached or doesn't respond as it should; worth a retry. `cancelled`: the
   * person or the provider said no. `stale`: the response belongs to no sign-in under way, or to one that was finished.
   * `invalid`: what came did not pass the checks, or the provider doesn't accept this service.
   */
  constructor(
    readonly reason: 'unavailable' | 'cancelled' | 'stale' | 'invalid',
    message: string,
  ) {
    super(message);
  }
}

/** Where the error may be of another copy of this module, by name. */
export const isOidcError = (error: unknown): error is OidcError =>
  error instanceof Error && error.name === ('OidcError' satisfies OidcError['name']);
