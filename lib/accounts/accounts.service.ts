/** The accounts: users, their keys, and what ends them. */
import { createAuditRecorder } from '../audit/audit-recorder';
import type { Database } from '../db/database';
import type { Logger } from '../log/logger';
import type { Keyring } from '../vault/keyring';
import { createOpenEach, type OpenEach } from '../vault/open-each';
import { createEndingsService } from './endings.service';
import { createKeysService } from './keys.service';
import { createUsersService, type NotifyAccount } from './users.service';

export type AccountsService = ReturnType<typeof createAccountsService>;

/** @param notify notifies a user of what may mean that somebody else has got into the account; default: nobody */
export function createAccountsService(
  db: Database,
  keyring: Keyring,
  log: Logger,
  openEach: OpenEach = createOpenEach(db),
  notify: NotifyAccount = () => [],
) {
  const audit = createAuditRecorder(db, keyring);
  return {
    ...createKeysService(db, keyring, audit, log, openEach, notify),

    ...createUsersService(db, audit, notify),
    ...createEndingsService(db, audit),
  };
}
