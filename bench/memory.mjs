// @ts-check
/** The resident memory of a process on Linux (proc(5)); null on other systems. */
import { readFileSync } from 'node:fs';

const SAMPLE_MS = 20;

/**
 * @param {number} pid
 * @param {'VmRSS' | 'VmHWM'} field now, or the highest since its start
 * @returns {number | null} bytes
 */
export function readMemory(pid, field) {
  try {
    const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

/**
 * Watches the memory of a process.
 * @param {number} pid
 * @returns {() => number | null} ends the watch and returns the highest value, in bytes
 */
export function watchMemory(pid) {
  /** @type {number | null} */
  let highest = null;
  const sample = () => {
    const now = readMemory(pid, 'VmRSS');
    if (now !== null && now > (highest ?? 0)) highest = now;
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    sample();
    return highest;
  };
}
