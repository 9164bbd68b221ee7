import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease } from '#lib/db/lease';
import type { Logger } from '#lib/log/logger';
import type { Upgrade } from '#lib/operations/upgrade/upgrade';

/** How often is asked whether another worker is done. */
const RETRY_MS = 1_000;

/** Brings the rows of the version before into today's form, by one of all workers. Resolves when nothing is left, or when told to stop. */
export async function upgradeRows(upgrade: Pick<Upgrade, 'run'>, lease: Lease, log: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await upgrade.run(lease, signal)) return;
    } catch (err) {
      log.error({ err }, 'upgrade failed, trying again');
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}
