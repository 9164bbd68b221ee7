import { declareErrors, errorClass } from '../http/errors';
import { MAX_CHATS_PER_USER, MAX_OPEN_TOKENS_PER_USER } from './messenger.rules';

export const MESSENGER_ERRORS = declareErrors({
  too_many_chats: [400, 'You have as many linked chats as this service allows one user.'],
  too_many_linking_tokens: [400, 'You have too many linking tokens that still work.'],
  chat_without_messages: [400, 'The chat gives commands and gets no messages, so there is nothing to change.'],
  chat_request_refused: [401, 'The signature, token or time of a request of a chat platform is wrong, or the request came before.'],
  destination_not_found: [404, 'You have no such chat.', 'Destination not found'],
});

export const DestinationNotFoundError = errorClass(MESSENGER_ERRORS.destination_not_found);

export const TooManyChatsError = errorClass(MESSENGER_ERRORS.too_many_chats, () => ({
  details: [{ path: [], message: `expected at most ${MAX_CHATS_PER_USER} linked chats: unlink one first` }],
}));

export const TooManyTokensError = errorClass(MESSENGER_ERRORS.too_many_linking_tokens, () => ({
  details: [
    { path: [], message: `expected at most ${MAX_OPEN_TOKENS_PER_USER} linking tokens that are still good: wait until one expires` },
  ],
}));

export const ChatWithoutMessagesError = errorClass(MESSENGER_ERRORS.chat_without_messages, () => ({
  details: [{ path: [], message: 'expected a Telegram chat: others get no messages' }],
}));

/** A request that doesn't come from the platform, or came before. It says no more, since only strangers are told. */
export const ChatRequestRefusedError = errorClass(MESSENGER_ERRORS.chat_request_refused);
