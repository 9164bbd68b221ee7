/**
 * The addresses to which accounts get mails.
 *
 * Guarantees:
 * - Nothing but the request to confirm it is mailed to an address before somebody who reads its mails has confirmed it within
 *   an hour, or the identity provider vouches for it.
 * - One request with the link of any mail ends all mails to the address, without sign-in; then only a new confirmation resumes them.
 * - Mails go through the queue: no request waits for the mail server.
 * - Addresses are sealed in the database, and in no log.
 * Not protected: an account can have a few requests to confirm sent to anybody's address.
 */
import type { Principal } from '../accounts/principal';
import { base62Generator } from '../encoding/base62';
import { NotFoundError, TooManyRequestsError } from '../http/errors';
import type { RateLimiter } from '../http/rate-limit';
import type { Keyring } from '../vault/keyring';
import { MailAddressError, MailUnconfirmedError } from './mail.errors';
import type { MailboxSettings, MailRepository } from './mail.repository';
import { CHOSEN_MAIL_KINDS, MAX_SHOWN_MAILS } from './mail.rules';
import { normalAddress } from './mail-address';
import { type MailboxRow, type MailLink, parseMailToken } from './mail-rows';

type MailboxChanges = Pick<MailboxSettings, 'language'> & { kinds?: MailboxSettings['kinds'] | undefined };

/** Length of the nonces in the tokens of links. */
const newNonce = base62Generator(16);

export interface MailServiceOptions {
  repository: MailRepository;
  keyring: Keyring;
  limits: {
    /** Mails that one user asks for. */
    user: RateLimiter;
    /** Requests to confirm that one address gets. */
    address: RateLimiter;
  };
}

export type MailService = ReturnType<typeof createMailService>;

export function createMailService({ repository, keyring, limits }: MailServiceOptions) {
  async function count(limiter: RateLimiter, identity: string): Promise<void> {
    const result = await limiter.consume(identity);
    if (result && !result.allowed) throw new TooManyRequestsError(result.resetSeconds);
  }

  async function askToConfirm({ userId }: Principal, { address, nonce }: Pick<MailboxRow, 'address' | 'nonce'>): Promise<void> {
    await count(limits.user, String(userId));
    await count(limits.address, address.toLowerCase());
    await repository.askToConfirm(userId, nonce);
  }

  return {
    find: ({ userId }: Principal): Promise<MailboxRow | null> => repository.find(userId),

    /**
     * Sets address and kinds; what is undefined stays. A new address gets the request to confirm it, unless the identity provider
     * vouches for it.
     * @param vouched addresses that the provider vouches for
     * @throws MailAddressError, TooManyRequestsError: the address is kept, and not asked
     */
    async save(owner: Principal, typed: string | undefined, changes: MailboxChanges, vouched: readonly string[] = []): Promise<MailboxRow> {
      const before = await repository.find(owner.userId);
      const address = normalAddress(typed ?? before?.address ?? '');
      if (address === null) throw new MailAddressError();
      const settings = { ...changes, kinds: changes.kinds ?? before?.kinds ?? CHOSEN_MAIL_KINDS };
      if (before?.address !== address || !(await repository.change(owner.userId, before.nonce, settings))) {
        const isVouched = vouched.some((one) => isSameAddress(one, address));
        const nonce = newNonce();
        await repository.setAddress(owner, address, nonce, settings, isVouched);
        if (!isVouched) await askToConfirm(owner, { address, nonce });
      }
      return found(await repository.find(owner.userId));
    },

    /**
     * Asks the address again to be confirmed, or confirms it if the provider vouches for it.
     * @throws NotFoundError, TooManyRequestsError
     */
    async confirmAgain(owner: Principal, vouched: readonly string[] = []): Promise<'confirmed' | 'asked'> {
      const mailbox = found(await repository.find(owner.userId));
      if (mailbox.state === 'confirmed') return 'confirmed';
      if (vouched.some((one) => isSameAddress(one, mailbox.address))) {
        await repository.confirmKnown(owner.userId, mailbox.nonce);
        return 'confirmed';
      }
      await askToConfirm(owner, mailbox);
      return 'asked';
    },

    /** Queues a test. @throws MailUnconfirmedError, TooManyRequestsError */
    async sendTest({ userId }: Principal): Promise<void> {
      await count(limits.user, String(userId));
      if (!(await repository.addTest(userId))) throw new MailUnconfirmedError();
    },

    /** @throws NotFoundError */
    async remove({ userId }: Principal): Promise<void> {
      if (!(await repository.remove(userId))) throw new NotFoundError();
    },

    /** The last mails, the newest first. */
    recent: ({ userId }: Principal) => repository.listMails(userId, MAX_SHOWN_MAILS),

    /** Whom a link of a mail is about; null when it is not ours, or for an address from before. */
    async readLink(purpose: MailLink['purpose'], token: string): Promise<{ address: string; userName: string } | null> {
      const link = parseMailToken(keyring, purpose, token);
      return link && repository.findLinked(link);
    },

    /** Does what a link is for. @returns false when it is not ours, too old, or for an address from before */
    async follow(purpose: MailLink['purpose'], token: string): Promise<boolean> {
      const link = parseMailToken(keyring, purpose, token);
      return link !== null && repository[purpose](link);
    },
  };
}

const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** @throws NotFoundError when the account has no address */
function found(mailbox: MailboxRow | null): MailboxRow {
  if (mailbox === null) throw new NotFoundError();
  return mailbox;
}
