/**
 * What a test waits for comes late on a machine that does other things as well. By itself `vi.waitFor` gives up after a
 * second; the time of the test bounds what never comes.
 */
import { vi } from 'vitest';

const PATIENCE_MS = 60_000;
const isPatient = Symbol.for('patient');

// Files of one worker share this object, and each comes through here.
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
