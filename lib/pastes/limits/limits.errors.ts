import { ConflictError, PublicError } from '../../http/errors';

/** Less is free on the database's disk than the operator wants to keep. */
export class DiskFullError extends PublicError {
  override readonly name = 'DiskFullError';
  constructor() {
    super(507, 'Insufficient Storage', {
      details: [{ path: ['content'], message: "this service's disk is nearly full: it takes nothing until there is room again" }],
      bodyUnread: true,
    });
  }
}

/** The operator's bound on what one user keeps. */
export class TooManyPastesError extends ConflictError {
  override readonly name = 'TooManyPastesError';
  constructor(maxPastes: number) {
    super(`you have ${maxPastes} pastes, as many as this service keeps for one user: delete some first`, [], { bodyUnread: true });
  }
}

/** The operator's bound on the contents of one user. */
export class TooManyBytesError extends ConflictError {
  override readonly name = 'TooManyBytesError';
  constructor(maxBytes: number) {
    super(`this service stores at most ${maxBytes} bytes for one user: delete some pastes first`, ['content'], { bodyUnread: true });
  }
}

/** The operator's bound on all that is stored. */
export class StorageFullError extends PublicError {
  override readonly name = 'StorageFullError';
  constructor(maxBytes: number) {
    super(507, 'Insufficient Storage', {
      details: [{ path: ['content'], message: `this service stores at most ${maxBytes} bytes in all, and is full until pastes expire` }],
      bodyUnread: true,
    });
  }
}
