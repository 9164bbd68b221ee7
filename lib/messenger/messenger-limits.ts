/** Limits of what platforms send, a minute. */
import type { RateLimiter } from '../http/rate-limit';

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
export async function isCommandLimited(limits: Pick<UpdateLimits, 'commandsPerChat' | 'commandsInAll'>, chatId: string): Promise<boolean> {
  return (await isBeyond(limits.commandsPerChat, chatId)) || (await isBeyond(limits.commandsInAll, 'all'));
}
