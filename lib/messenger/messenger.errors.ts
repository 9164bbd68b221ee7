import { PublicError, ValidationError } from '../http/errors';
import { MAX_CHATS_PER_USER, MAX_OPEN_TOKENS_PER_USER } from './messenger.rules';

export class DestinationNotFoundError extends PublicError {
  override readonly name = 'DestinationNotFoundError';
  constructor() {
    super(404, 'Destination not found');
  }
}

export class TooManyChatsError extends ValidationError {
  constructor() {
    super([{ path: [], message: `expected at most ${MAX_CHATS_PER_USER} linked chats: unlink one first` }]);
  }
}

export class TooManyTokensError extends ValidationError {
  constructor() {
    super([
      { path: [], message: `expected at most ${MAX_OPEN_TOKENS_PER_USER} linking tokens that are still good: wait until one expires` },
    ]);
  }
}
