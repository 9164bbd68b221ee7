// @ts-check
/** Reads the processor time of a process and all its children on Linux (proc(5)); finds none on other systems. */
import { readdirSync, readFileSync } from 'node:fs';

/** Length of a clock tick; Linux shows programs a USER_HZ of 100. */
const TICK_MS = 10;
/** Index of a field in /proc/PID/stat, counted from 0 after the name of the program. */
const PARENT = 1;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/**
 * User and system time since the start, of all threads. A child that has ended is no longer counted.
 * @param {number} root
 * @returns {number} ms; NaN where it can't be read
 */
export function processorMs(root) {
  const ticks = treeOf(root).map(({ ticks }) => ticks);
  return ticks.length === 0 ? Number.NaN : ticks.reduce((sum, own) => sum + own) * TICK_MS;
}

/**
 * @param {number} root
 * @returns {{ pid: number, parent: number, ticks: number }[]} the process and its descendants
 */
function treeOf(root) {
  const all = listProcesses()
    .map(readStat)
    .filter((process) => process !== null);
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

function listProcesses() {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/**
 * @param {number} pid
 * @returns {{ pid: number, parent: number, ticks: number } | null} null for one that has ended
 */
function readStat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name, in brackets, may contain any character.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { pid, parent: fields[PARENT] ?? 0, ticks: (fields[USER_TICKS] ?? 0) + (fields[SYSTEM_TICKS] ?? 0) };
  } catch {
    return null;
  }
}
