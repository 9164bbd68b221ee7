/**
 * Burn pastes whose readers wait until they are released: by one or two people, who compare a code of four digits (`approvals`), or by a
 * code that is mailed to the recipient, and that the reader types.
 *
 * Guarantees, across any number of processes:
 * - Only a released claim binds, and of one paste at most one claim is released at a time. A refused claim is never released.
 * - A release is final for 15 minutes: nobody takes it back, and no other reader is released meanwhile. It survives a crash, since it is
 *   nothing but the paste's row.
 * - At most five readers wait for a paste, each of whom has shown the read token where there is one. Nobody is pushed out. Waiting,
 *   its end, a wrong code and a refusal leave the paste unchanged.
 * - With two approvals, each credential counts once for one code; an approval of one code is none of another.
 * - Of any number of simultaneous tries at a mailed code five count, and the fifth wrong one refuses the claim. A mailed code works for
 *   ten minutes, for the one claim for which it was mailed. The database has no such code: it is derived from the master key, the claim
 *   and the time. Codes are compared in constant time.
 * - An address gets so many mails a day from the whole host, and the pastes of an account cause so many an hour (mail.rules.ts). The
 *   address is sealed for its paste's row. Nobody but the paste's owner is told it.
 * Not protected: without a read proof, anybody who has the id can take the five places, and use up the day's mails of the recipient, as
 * can whoever has the link. A client's name is what it calls itself. A sender who doesn't compare the code over another channel may
 * release somebody else. Whoever reads the mailbox, its server's operator among them, is the reader. Somebody who can change the
 * database can't put another address there, but can delete the paste.
 */
import { timingSafeEqual } from 'node:crypto';
import { NotFoundError } from '../../http/errors';
import type { RateLimiter } from '../../http/rate-limit';
import { codesOf } from '../../mail/code-mails';
import type { Keyring } from '../../vault/keyring';
import { openValue, recipientPlace } from '../../vault/vault';
import {
  AlreadyReleasedError,
  NotWaitingError,
  RefusedError,
  TooManyCodesError,
  TooManyWaitingError,
  WrongCodeError,
} from '../paste.errors';
import type { AskedPaste, WaitingReader, WaitingRepository } from './paste-waiting.repository';
import { createHold } from './paste-waits';

export interface CodeLimits {
  /** Mails that one address gets. */
  address: RateLimiter;
  /** Mails that the pastes of one account cause. */
  account: RateLimiter;
}

/** `isNew`: the reader doesn't know the code yet. */
export type WaitingClaim = WaitingReader & { state: 'waiting'; isNew: boolean };

/** Codes that are tried for a new reader, in case one is taken. */
const MAX_TRIES = 5;

export const isWaiting = (claim: object): claim is WaitingClaim => 'state' in claim && claim.state === 'waiting';

export type WaitingRoom = ReturnType<typeof createWaitingRoom>;

export function createWaitingRoom(repository: WaitingRepository, keyring: Keyring, limits: CodeLimits) {
  /** The address to which codes are mailed; null: the sender releases readers. */
  const addressOf = ({ id, recipientSealed }: AskedPaste): string | null =>
    recipientSealed && openValue(keyring, recipientPlace(id), recipientSealed);

  async function countMail(limiter: RateLimiter, identity: string): Promise<void> {
    const result = await limiter.consume(identity);
    if (result && !result.allowed) throw new TooManyCodesError(result.resetSeconds);
  }

  /** @throws TooManyWaitingError */
  async function requirePlace(id: string): Promise<void> {
    const fullForMs = await repository.fullForMs(id);
    if (fullForMs !== null) throw new TooManyWaitingError(Math.max(1, Math.ceil(fullForMs / 1000)));
  }

  /** @returns null when the claim doesn't wait, or no longer @throws RefusedError */
  async function find(id: string, claimHash: Uint8Array): Promise<WaitingReader | null> {
    const reader = await repository.find(id, claimHash);
    if (reader?.state === 'refused') throw new RefusedError();
    return reader;
  }

  return {
    repository,
    addressOf,
    find,

    hold: createHold(repository),

    /**
     * Lets a reader wait, and mails the code to a recipient.
     * @returns null when the paste is gone @throws TooManyWaitingError, TooManyCodesError, RefusedError
     */
    async enter(publicId: string, claimHash: Uint8Array, client: string | null): Promise<WaitingClaim | null> {
      const paste = await repository.findAsked(publicId);
      if (!paste) return null;
      const address = addressOf(paste);
      if (address !== null) {
        await requirePlace(paste.id);
        await countMail(limits.address, address.toLowerCase());
        await countMail(limits.account, String(paste.ownerId));
      }
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const isNew = await repository.enter(paste, claimHash, client);
        const reader = await find(paste.id, claimHash);
        if (reader && isWaiting(reader)) return { ...reader, isNew };
        await requirePlace(paste.id);
      }
      return null;
    },

    /**
     * Releases the claim if the code is the one that was mailed.
     * @throws NotFoundError, NotWaitingError when the time is over, WrongCodeError, RefusedError, AlreadyReleasedError
     */
    async type(publicId: string, claimHash: Uint8Array, typed: string): Promise<void> {
      const paste = await repository.findAsked(publicId);
      if (!paste?.recipientSealed) throw new NotFoundError();
      const wait = await find(paste.id, claimHash);
      if (wait === null) throw new NotWaitingError();
      if (wait.state === 'released') return;
      const isRight = codesOf(keyring, { pasteId: paste.id, claimHash, since: wait.since })
        .map((code) => timingSafeEqual(Buffer.from(code), Buffer.from(typed.padEnd(code.length).slice(0, code.length))))
        .includes(true);
      const counted = await repository.type(paste, wait, isRight);
      if (counted?.isReleased) return;
      if (counted && isRight) throw new AlreadyReleasedError();
      if (counted && counted.triesLeft > 0) throw new WrongCodeError(counted.triesLeft);
      if (counted || (await find(paste.id, claimHash))?.state !== 'released') throw new RefusedError();
    },
  };
}
