import { ConflictError, declareErrors, PublicError } from '../../http/errors';

export const LIMIT_ERRORS = declareErrors({
  too_many_pastes: { status: 409, error: 'Conflict', meaning: 'You have as many pastes as this service keeps for one user.' },
  too_many_bytes: { status: 409, error: 'Conflict', meaning: 'Your pastes are as large together as this service keeps for one user.' },
  storage_full: { status: 507, error: 'Insufficient Storage', meaning: 'The service is full until pastes expire.' },
  disk_full: { status: 507, error: 'Insufficient Storage', meaning: 'The disk of the service is nearly full.' },
});

export class DiskFullError extends PublicError {
  override readonly name = 'DiskFullError';
  constructor() {
    super(LIMIT_ERRORS.disk_full, {
      details: [{ path: ['content'], message: "this service's disk is nearly full: it takes nothing until there is room again" }],
      bodyUnread: true,
    });
  }
}

export class TooManyPastesError extends ConflictError {
  override readonly name = 'TooManyPastesError';
  constructor(maxPastes: number) {
    const message = `you have ${maxPastes} pastes, as many as this service keeps for one user: delete some first`;
    super(LIMIT_ERRORS.too_many_pastes, message, [], { bodyUnread: true });
  }
}

export class TooManyBytesError extends ConflictError {
  override readonly name = 'TooManyBytesError';
  constructor(maxBytes: number) {
    const message = `this service stores at most ${maxBytes} bytes for one user: delete some pastes first`;
    super(LIMIT_ERRORS.too_many_bytes, message, ['content'], { bodyUnread: true });
  }
}

export class StorageFullError extends PublicError {
  override readonly name = 'StorageFullError';
  constructor(maxBytes: number) {
    super(LIMIT_ERRORS.storage_full, {
      details: [{ path: ['content'], message: `this service stores at most ${maxBytes} bytes in all, and is full until pastes expire` }],
      bodyUnread: true,
    });
  }
}
