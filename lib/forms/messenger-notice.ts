import { DestinationNotFoundError } from '../messenger/messenger.errors';

/** Missing and somebody else's are the same. */
export function orChatGone(error: unknown): 'chat-gone' {
  if (error instanceof DestinationNotFoundError) return 'chat-gone';
  throw error;
}
