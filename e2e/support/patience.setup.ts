/**
 * Lets `vi.waitFor` and `vi.waitUntil` wait for a minute instead of one second, because conditions come true late on a busy
 * machine. The time limit of the test still holds.
 */
import { vi } from 'vitest';

const PATIENCE_MS = 60_000;
const isPatient = Symbol.for('patient');

// Test files of one worker share this object, and this setup runs for each.
if (!(isPatient in vi)) {
  const { waitFor, waitUntil } = vi;
  const patient = <Options extends { timeout?: number }>(options: number | Options | undefined) =>
    typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options };
  Object.assign(vi, {
    waitFor: ((callback, options) => waitFor(callback, patient(options))) as typeof waitFor,
    waitUntil: ((callback, options) => waitUntil(callback, patient(options))) as typeof waitUntil,
    [isPatient]: true,
  });
}
