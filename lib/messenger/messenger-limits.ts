import { limitIdentity } from '../http/client-address';
import type { RateLimiter } from '../http/rate-limit';

/** Limits of what platforms send, a minute. */
export interface UpdateLimits {
  refusedPerAddress: RateLimiter;
  refusedInAll: RateLimiter;
  commandsPerChat: RateLimiter;
  commandsInAll: RateLimiter;
}

export async function isBeyond(limiter: RateLimiter, identity: string): Promise<boolean> {
  return (await limiter.consume(identity))?.allowed === false;
}

/** Counts a command. @param chatId of the chat, or of somebody on another platform @returns whether it is one too many */
export const isCommandLimited = async ({ commandsPerChat, commandsInAll }: UpdateLimits, chatId: string): Promise<boolean> =>
  (await isBeyond(commandsPerChat, chatId)) || (await isBeyond(commandsInAll, 'all'));

/** Counts a refused request. @returns whether there were so many that this one is neither read nor logged */
export const isRefusalQuiet = async ({ refusedPerAddress, refusedInAll }: UpdateLimits, address: string | null): Promise<boolean> =>
  (await isBeyond(refusedPerAddress, limitIdentity(address))) || (await isBeyond(refusedInAll, 'all'));
