import { HTTP_ERRORS, PublicError } from '../http/errors';

/** The object store can't be reached, or refuses a request. Worth a retry: nothing was changed that anybody was told of. */
export class StoreUnavailableError extends PublicError {
  override readonly name = 'StoreUnavailableError';
  /** @param refusal status and code of the store's response, such as `403 SignatureDoesNotMatch`; null: there was none */
  constructor(
    readonly refusal: string | null,
    cause: unknown,
  ) {
    super(HTTP_ERRORS.unavailable);
    this.cause = cause;
  }
}
