/**
 * Burn pastes for the reader of one mailbox: a claim waits until its reader types the code that is mailed to the recipient.
 *
 * Guarantees, across any number of processes:
 * - Of any number of simultaneous tries five count. The fifth wrong code refuses the claim, which is then never released. A wrong code,
 *   a refusal and the end of the wait leave the paste unchanged.
 * - A code works for ten minutes, for the one claim for which it was mailed. The database has no code: it is derived from the master
 *   key, the claim and the time. Codes are compared in constant time.
 * - An address gets so many mails a day from the whole host, and the pastes of an account cause so many an hour (mail.rules.ts).
 * - The address is sealed for its paste's row. Nobody but the paste's owner is told it.
 * Not protected: whoever has the link, or without a read proof the id, can use up the day's mails of the recipient, or the five places.
 * Whoever reads the mailbox, its server's operator among them, is the reader. Somebody who can change the database can't put another
 * address there, but can delete the paste.
 */
import { timingSafeEqual } from 'node:crypto';
import { NotFoundError } from '../../http/errors';
import type { RateLimiter } from '../../http/rate-limit';
import { codesOf } from '../../mail/code-mails';
import type { Keyring } from '../../vault/keyring';
import { openValue, recipientPlace } from '../../vault/vault';
import { AlreadyReleasedError, NotWaitingError, RefusedError, TooManyCodesError, WrongCodeError } from '../paste.errors';
import type { Approvals, WaitingClaim } from './paste-approvals';
import type { AskedPaste } from './paste-approvals.repository';
import type { CodesRepository } from './paste-codes.repository';

export interface CodeLimits {
  /** Mails that one address gets. */
  address: RateLimiter;
  /** Mails that the pastes of one account cause. */
  account: RateLimiter;
}

export type Codes = ReturnType<typeof createCodes>;

export function createCodes(repository: CodesRepository, approvals: Approvals, keyring: Keyring, limits: CodeLimits) {
  const addressOf = ({ id, recipientSealed }: AskedPaste): string | null =>
    recipientSealed && openValue(keyring, recipientPlace(id), recipientSealed);

  async function count(limiter: RateLimiter, identity: string): Promise<void> {
    const result = await limiter.consume(identity);
    if (result && !result.allowed) throw new TooManyCodesError(result.resetSeconds);
  }

  return {
    repository,
    addressOf,

    /** Lets a reader wait, and mails the code. @returns null when the paste is gone @throws TooManyWaitingError, TooManyCodesError, RefusedError */
    async enter(publicId: string, claimHash: Uint8Array, client: string | null): Promise<WaitingClaim | null> {
      const paste = await approvals.repository.findAsked(publicId);
      const address = paste && addressOf(paste);
      if (!paste || !address) return null;
      await approvals.requirePlace(paste.id);
      await count(limits.address, address.toLowerCase());
      await count(limits.account, String(paste.ownerId));
      return approvals.enterBy(paste.id, claimHash, () => repository.enter(paste.id, claimHash, client));
    },

    /**
     * Releases the claim if the code is the one that was mailed.
     * @throws NotFoundError, NotWaitingError when the time is over, WrongCodeError, RefusedError, AlreadyReleasedError
     */
    async type(publicId: string, claimHash: Uint8Array, typed: string): Promise<void> {
      const paste = await approvals.repository.findAsked(publicId);
      if (!paste?.recipientSealed) throw new NotFoundError();
      const wait = await approvals.find(paste.id, claimHash);
      if (wait === null) throw new NotWaitingError();
      if (wait.state === 'released') return;
      const isRight = codesOf(keyring, { pasteId: paste.id, claimHash, since: wait.since })
        .map((code) => timingSafeEqual(Buffer.from(code), Buffer.from(typed.padEnd(code.length).slice(0, code.length))))
        .includes(true);
      const counted = await repository.type(paste, claimHash, wait.since, isRight);
      if (counted?.isReleased) return;
      if (counted && isRight) throw new AlreadyReleasedError();
      if (counted && counted.triesLeft > 0) throw new WrongCodeError(counted.triesLeft);
      if (counted || (await approvals.find(paste.id, claimHash))?.state !== 'released') throw new RefusedError();
    },
  };
}
