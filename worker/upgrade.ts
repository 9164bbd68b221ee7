import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease } from '#lib/db/lease';
import type { Logger } from '#lib/log/logger';
import type { Upgrade } from '#lib/operations/upgrade/upgrade';

/** How often to check whether another worker has finished. */
const RETRY_MS = 1_000;

/** Upgrades rows of the previous version, in one worker at a time. Resolves when none is left, or when the signal is aborted. */
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
