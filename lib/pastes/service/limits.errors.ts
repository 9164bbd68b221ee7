import { declareErrors, errorClass } from '../../http/errors';

export const LIMIT_ERRORS = declareErrors({
  too_many_pastes: [409, 'You have as many pastes as this service keeps for one user.'],
  too_many_bytes: [409, 'Your pastes are as large together as this service keeps for one user.'],
  storage_full: [507, 'The service is full until pastes expire.'],
  disk_full: [507, 'The disk of the service is nearly full.'],
});

export const DiskFullError = errorClass(LIMIT_ERRORS.disk_full, () => ({
  details: [{ path: ['content'], message: "this service's disk is nearly full: it takes nothing until there is room again" }],
  bodyUnread: true,
}));

export const TooManyPastesError = errorClass(LIMIT_ERRORS.too_many_pastes, (max: number) => ({
  details: [{ path: [], message: `you have ${max} pastes, as many as this service keeps for one user: delete some first` }],
  bodyUnread: true,
}));

export const TooManyBytesError = errorClass(LIMIT_ERRORS.too_many_bytes, (max: number) => ({
  details: [{ path: ['content'], message: `this service stores at most ${max} bytes for one user: delete some pastes first` }],
  bodyUnread: true,
}));

export const StorageFullError = errorClass(LIMIT_ERRORS.storage_full, (max: number) => ({
  details: [{ path: ['content'], message: `this service stores at most ${max} bytes in all, and is full until pastes expire` }],
  bodyUnread: true,
}));
