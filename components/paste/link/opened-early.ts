import type { DocumentText } from '#lib/envelope/envelope-document';

/** The promise that the early script leaves for React. */
const early = globalThis as { openedEarly?: Promise<DocumentText | null> };

/** Starts to decrypt, for React to take the result. */
export function leaveOpened(opened: Promise<DocumentText | null>): void {
  early.openedEarly = opened;
}

/** @returns what the early script has decrypted, once; null: nothing */
export async function takeOpened(): Promise<DocumentText | null> {
  const { openedEarly } = early;
  delete early.openedEarly;
  return (await openedEarly) ?? null;
}
