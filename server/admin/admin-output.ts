import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { buildProcess, type ProcessServices } from '#lib/composition/build-services';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/encoding/time.rules';
import { OperatorError } from '#lib/errors/operator-error';

export const print = (line: string) => void process.stdout.write(`${line}\n`);

/** A remark for people, on standard error. */
export const note = (line: string) => void process.stderr.write(`${line}\n`);

/** Prints what may be long, as fast as its reader takes it. The reader of a pipe may leave early. */
export async function printAll(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  await pipeline(Readable.from(bytes, { objectMode: false }), process.stdout, { end: false }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

export const time = (ms: number | null) => (ms === null ? '-' : new Date(ms).toISOString());

export const yes = (is: boolean) => (is ? 'yes' : '-');

const UNITS: Record<string, number> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** Milliseconds of `30m`, `12h` or `7d`. @throws OperatorError that names the option */
export function duration(option: string, text: string): number {
  const [, count, unit] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
  if (count === undefined) throw new OperatorError(`${option}: expected minutes, hours or days, like 30m, 12h or 7d`);
  return Number(count) * (UNITS[unit ?? ''] ?? 0);
}

export async function withServices(run: (services: ProcessServices) => Promise<void>): Promise<void> {
  const services = await buildProcess('admin');
  try {
    await run(services);
  } finally {
    await services.close();
  }
}

export function addCommand(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).option('--json', 'print the result as JSON');
}

/** The result of a command: the value for `--json`, and the same as text. */
type Result = [value: unknown, lines: () => string[]];

/** @returns the action of a command that needs the services and prints its result */
export const printing = <Given extends unknown[]>(run: (services: ProcessServices, ...given: Given) => Promise<Result>) =>
  async function (this: Command, ...given: Given): Promise<void> {
    await withServices(async (services) => printResult(this.opts().json, ...(await run(services, ...given))));
  };

export function printResult(json: boolean | undefined, value: unknown, lines: () => string[]): void {
  if (json) print(JSON.stringify(value, null, 2));
  else for (const line of lines()) print(line);
}

type Column<Item> = readonly [heading: string, cell: (item: Item) => string | number];

export function table<Item>(items: readonly Item[], columns: readonly Column<Item>[]): string[] {
  const rows = items.map((item) => columns.map(([, cell]) => cell(item)));
  return [columns.map(([heading]) => heading), ...rows].map((row) => row.join('\t'));
}

export function fields(values: Record<string, string | number | boolean | null>): string[] {
  const width = Math.max(...Object.keys(values).map((name) => name.length)) + 2;
  return Object.entries(values).map(([name, value]) => `${`${name}:`.padEnd(width)}${value ?? '-'}`);
}

const REDRAW_MS = 100;
const LINE_MS = 5_000;

interface ProgressOptions {
  /** Milliseconds between two lines in a file or a log. */
  lineMs?: number;
  stderr?: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;
  clock?: () => number;
}

/** Shows a growing count: redrawn on a terminal, one line every few seconds in a file or a log. */
export function progressLines(
  what: string,
  { lineMs = LINE_MS, stderr = process.stderr, clock = () => performance.now() }: ProgressOptions = {},
): { show(count: number, all?: number): void; end(): void } {
  let drawnAt = clock();
  return {
    show(count, all) {
      if (clock() - drawnAt < (stderr.isTTY ? REDRAW_MS : lineMs)) return;
      drawnAt = clock();
      const line = `${count}${all === undefined ? '' : ` of ${all}`} ${what}`;
      stderr.write(stderr.isTTY ? `\r${line}` : `${line}\n`);
    },
    end() {
      if (stderr.isTTY) stderr.write('\n');
    },
  };
}
