// @ts-check
/** The processor time and memory of a process on Linux (proc(5)), and what a worker logs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Length of a clock tick; Linux shows programs a USER_HZ of 100. */
const TICK_MS = 10;
const POLL_MS = 50;

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

/** @param {{ log(): Record<string, any>[] }} worker */
export function removedBy(worker) {
  return worker.log().reduce((sum, line) => sum + (line.msg === 'cleanup' ? line.removed.pastes : 0), 0);
}

/**
 * @param {{ log(): Record<string, any>[] }} worker
 * @param {(line: Record<string, any>) => boolean} isIt
 * @param {number} giveUpAt
 * @returns {Promise<number>} when it was logged, or the time of giving up
 */
export async function waitForLine(worker, isIt, giveUpAt) {
  while (Date.now() < giveUpAt) {
    const line = worker.log().find(isIt);
    if (line) return Date.parse(line.time);
    await sleep(POLL_MS);
  }
  return Date.now();
}
