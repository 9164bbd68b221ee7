import { declareErrors, PublicError, ValidationError } from '../http/errors';
import { MAX_CHATS_PER_USER, MAX_OPEN_TOKENS_PER_USER } from './messenger.rules';

export const MESSENGER_ERRORS = declareErrors({
  too_many_chats: { status: 400, error: 'Validation Error', meaning: 'You have as many linked chats as this service allows one user.' },
  too_many_linking_tokens: { status: 400, error: 'Validation Error', meaning: 'You have too many linking tokens that still work.' },
  destination_not_found: { status: 404, error: 'Destination not found', meaning: 'You have no such chat.' },
});

export class DestinationNotFoundError extends PublicError {
  override readonly name = 'DestinationNotFoundError';
  constructor() {
    super(MESSENGER_ERRORS.destination_not_found);
  }
}

export class TooManyChatsError extends ValidationError {
  constructor() {
    const message = `expected at most ${MAX_CHATS_PER_USER} linked chats: unlink one first`;
    super([{ path: [], message }], {}, MESSENGER_ERRORS.too_many_chats);
  }
}

export class TooManyTokensError extends ValidationError {
  constructor() {
    const message = `expected at most ${MAX_OPEN_TOKENS_PER_USER} linking tokens that are still good: wait until one expires`;
    super([{ path: [], message }], {}, MESSENGER_ERRORS.too_many_linking_tokens);
  }
}
