import type { PasteObjects } from '#lib/pastes/storage/paste-objects';

/** How long the object of a deleted paste may stay in the store while the worker is idle. */
export const CONTENTS_INTERVAL_MS = 15_000;

/** Removes from the store what is part of no paste. Workers need no lease for it: removing an object twice is harmless. */
export async function removeContents(objects: Pick<PasteObjects, 'removeDue'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await objects.removeDue()) > 0);
}
