// @ts-check
/** The processor time and memory of a process on Linux (proc(5)). */
import { readFileSync, writeFileSync } from 'node:fs';

/** Length of a clock tick; Linux shows programs a USER_HZ of 100. */
const TICK_MS = 10;

/**
 * User and system time since the start, of all threads.
 * @param {number} pid
 * @returns {number} ms
 */
export function processorMs(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program's name, in brackets, may contain any character. Fields 14 and 15 are the two times.
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MS;
}

/**
 * @param {number} pid
 * @param {'VmRSS' | 'VmHWM'} field now, or the highest since the start or the last `forgetHighestMemory`
 * @returns {number} bytes
 */
export function readMemory(pid, field) {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

/** Forgets the highest memory of a process so far. @param {number} pid */
export const forgetHighestMemory = (pid) => writeFileSync(`/proc/${pid}/clear_refs`, '5');
