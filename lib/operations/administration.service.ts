/**
 * The acts of administrators in the browser. Each is audited by the service that it calls.
 *
 * Guarantees: no administrator changes their own account or bans their own address, so that nobody locks themselves out.
 * Not protected: another administrator, who can do all of this to them.
 */
import { AccountError } from '../accounts/accounts.errors';
import type { AccountsService } from '../accounts/accounts.service';
import type { SignedIn } from '../accounts/principal';
import { DAY_MS } from '../encoding/time.rules';
import { OperatorError } from '../errors/operator-error';
import { NotFoundError, ValidationError } from '../http/errors';
import { ADMINISTRATION_ERRORS, OwnAccountError, OwnAddressError, UserRefusedError } from './administration.errors';
import type { NewBan, NewUserKey, UserChanges } from './administration.schema';
import { type BansService, isBannedBy, NetworkTooLargeError } from './bans.service';

/** Makes a `catch` handler that throws a public error in place of one that is meant for the command line. */
const insteadOf =
  (operatorError: typeof OperatorError, toPublic: (error: OperatorError) => Error) =>
  (error: unknown): never => {
    throw error instanceof operatorError ? toPublic(error) : error;
  };

const missing = insteadOf(AccountError, () => new NotFoundError());

export function createAdministration(accounts: AccountsService, bans: BansService) {
  /** @returns the user's name @throws NotFoundError, OwnAccountError */
  async function nameOfOther(id: number, admin: SignedIn): Promise<string> {
    const user = await accounts.findUser(id);
    if (!user) throw new NotFoundError();
    if (user.id === admin.userId) throw new OwnAccountError();
    return user.name;
  }

  return {
    /** Makes a key, and its user if the name is new. @throws UserRefusedError */
    createKey({ userName, name, lifetimeDays, isApiOnly, isExisting }: NewUserKey, by: SignedIn): Promise<string> {
      const options = { name, isApiOnly, isExisting, by, ...(lifetimeDays === null ? {} : { lifetimeMs: lifetimeDays * DAY_MS }) };
      return accounts.createKey(userName, options).catch(insteadOf(AccountError, ({ message }) => new UserRefusedError(message)));
    },

    /** @param withMade also ends what was made with the key @throws NotFoundError */
    async revokeKey(keyId: string, withMade: boolean, by: SignedIn): Promise<void> {
      await accounts.revokeKey(keyId, withMade, by).catch(missing);
    },

    /** @throws NotFoundError, OwnAccountError */
    async updateUser(userId: number, { isAdmin, isDisabled }: UserChanges, by: SignedIn): Promise<void> {
      const name = await nameOfOther(userId, by);
      if (isAdmin !== undefined) await accounts.setAdmin(name, isAdmin, by).catch(missing);
      if (isDisabled !== undefined) await accounts.setDisabled(name, isDisabled, by).catch(missing);
    },

    /** @throws NotFoundError, OwnAccountError */
    async removeUser(userId: number, by: SignedIn): Promise<void> {
      await accounts.removeUser(await nameOfOther(userId, by), by).catch(missing);
    },

    /** @param clientAddress of the administrator @throws ValidationError, OwnAddressError */
    async ban({ network, ttlSeconds, reason }: NewBan, by: SignedIn, clientAddress: string | null): Promise<void> {
      try {
        if (isBannedBy(network, clientAddress)) throw new OwnAddressError();
        await bans.add(network, reason || null, ttlSeconds === undefined ? null : ttlSeconds * 1_000, by);
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        const kind = error instanceof NetworkTooLargeError ? ADMINISTRATION_ERRORS.network_too_large : undefined;
        throw new ValidationError([{ path: ['network'], message: error.message }], {}, kind);
      }
    },

    /** @throws NotFoundError */
    async liftBan(network: string, by: SignedIn): Promise<void> {
      await bans.remove(network, by).catch(insteadOf(OperatorError, () => new NotFoundError()));
    },
  };
}
