import type { Logger } from '#lib/log/logger';
import type { PasteService } from '#lib/pastes/service/paste.service';

export interface ExpiringOptions {
  pastes: Pick<PasteService, 'notifyExpiring'>;
  log: Logger;
}

/** Tells the owners who name `paste.expiring` of their pastes, in batches. Workers need no lease: each paste's row decides. */
export async function notifyExpiring({ pastes, log }: ExpiringOptions, signal: AbortSignal): Promise<void> {
  let count = 0;
  try {
    for (let more = true; more && !signal.aborted; ) {
      const batch = await pastes.notifyExpiring();
      count += batch.announced;
      more = batch.more;
    }
  } finally {
    if (count > 0) log.info({ pastes: count }, 'owners told of pastes that expire within a day');
  }
}
