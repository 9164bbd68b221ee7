/** Reads the memory of a process, as the kernel counts it (proc(5)). */
import { readFileSync, writeFileSync } from 'node:fs';
import type { WebProcess } from './processes';

export function memoryOf(web: WebProcess, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${web.child.pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
}

/** Bytes by which the highest memory during the action exceeds the memory before it. */
export async function peakGrowth(web: WebProcess, action: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(web, 'VmRSS');
  // This resets the kernel's highest value.
  writeFileSync(`/proc/${web.child.pid}/clear_refs`, '5');
  await action();
  return memoryOf(web, 'VmHWM') - before;
}
