/**
 * Counts views without one write per view: views are added up in memory and written together, with the events of reads.
 *
 * Guarantees: within this process every reading gets its own number, without gaps. Other processes see it at most
 * INTERVAL_MS and a write later. A view count never delays a response. A crash loses the counts and the events of the last
 * INTERVAL_MS, nothing else.
 */
import type { Logger } from '../../log/logger';

/** Time that the first view after a pause waits for others. */
const FLUSH_MS = 100;
/** Time between writes: under load each write takes processor time from other requests. */
const INTERVAL_MS = 1_000;

export type ViewCounter = ReturnType<typeof createViewCounter>;

interface Entry {
  /** The row's count as last known, without `pending`. */
  base: number;
  pending: number;
}

/** Writes views and what was read. @param read ids of the pastes whose owners may be notified @returns the new counts */
type AddViews = (views: ReadonlyMap<string, number>, read: ReadonlySet<string>) => Promise<Map<string, number>>;

export function createViewCounter(addViews: AddViews, log: Logger) {
  const entries = new Map<string, Entry>();
  let unreported = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let nextAt = Number.NEGATIVE_INFINITY;

  function schedule(): void {
    timer ??= setTimeout(begin, Math.max(FLUSH_MS, nextAt - performance.now()));
  }

  function unschedule(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  /** Begins a write; callers never let two overlap, since both would add what is pending. */
  function begin(): Promise<void> {
    unschedule();
    nextAt = performance.now() + INTERVAL_MS;
    writing = write().finally(() => {
      writing = undefined;
      if (entries.size > 0 || unreported.size > 0) schedule();
    });
    return writing;
  }

  async function write(): Promise<void> {
    const views = new Map<string, number>();
    for (const [pasteId, entry] of entries) {
      // An entry stays for one more round after its last view: a row that was read just before the write is counted from
      // here, not from its outdated number.
      if (entry.pending === 0) entries.delete(pasteId);
      else views.set(pasteId, entry.pending);
    }
    const read = unreported;
    unreported = new Set();
    if (views.size === 0 && read.size === 0) return;
    try {
      const stored = await addViews(views, read);
      for (const [pasteId, added] of views) {
        const entry = entries.get(pasteId);
        if (!entry) continue;
        entry.pending -= added;
        // The row's own count includes other processes' views; a paste that is gone keeps its last count.
        entry.base = stored.get(pasteId) ?? entry.base + added;
      }
    } catch (err) {
      for (const pasteId of read) unreported.add(pasteId);
      log.warn({ err, pastes: views.size }, 'view counts not written, trying again');
    }
  }

  return {
    /** @param stored the count in the row just read @param isOwned whether an owner may be notified @returns the count including this view */
    count(pasteId: string, stored: number, isOwned: boolean): number {
      if (isOwned) unreported.add(pasteId);
      let entry = entries.get(pasteId);
      if (!entry) entries.set(pasteId, (entry = { base: stored, pending: 0 }));
      entry.pending += 1;
      if (!writing) schedule();
      return entry.base + entry.pending;
    },
    /** Notes a read for its owner that is counted elsewhere. */
    noteRead(pasteId: string): void {
      unreported.add(pasteId);
      if (!writing) schedule();
    },
    /** Writes what is pending. Await it before closing the database. */
    async flush(): Promise<void> {
      await writing;
      await begin();
      unschedule();
    },
  };
}
