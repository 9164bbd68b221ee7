/**
 * Writes the lines of the log to standard output or standard error.
 *
 * Guarantees: a write that is refused or that nobody reads (a full disk, a full pipe, a lost terminal) neither ends nor delays the
 * process, nor its end. Lines wait in memory for a while; those beyond are lost and counted.
 *
 * Not covered: a terminal or a file system that neither takes a write nor refuses it delays the end of the process.
 */
import { write, writeSync } from 'node:fs';
import { neverBlocks, writeNow } from './write-now';

/** Characters that are written together, because each write costs. */
const FLUSH_LENGTH = 16_384;
const FLUSH_MS = 100;
/** A reader takes 64 kB in this time at most, because the pipe holds no more. */
const RETRY_MS = 10;
/** Most characters that wait: some thousand lines. */
const MAX_WAITING = 2 ** 20;

type Written = (error: NodeJS.ErrnoException | null, bytes: number) => void;

/** @param onWorksAgain called with the number of lost lines after all that waited has been written */
export function createLogStream(fd: 1 | 2, onWorksAgain: (lines: number) => void) {
  const writeSome = neverBlocks(fd) ? writeToPipe(fd) : (bytes: Buffer, done: Written) => write(fd, bytes, done);
  let lines: string[] = [];
  let length = 0;
  let rest: Buffer = Buffer.alloc(0);
  let isWriting = false;
  let isRefused = false;
  let isPlanned = false;
  let lost = 0;
  let told = 0;

  function takeLines(): void {
    rest = Buffer.from(lines.join(''));
    lines = [];
    length = 0;
  }

  function flush(): void {
    if (isWriting) return;
    if (rest.length === 0) takeLines();
    if (rest.length === 0) return;
    isWriting = true;
    writeSome(rest, (error, bytes) => {
      isWriting = false;
      isRefused = error !== null;
      if (error) return flushLater(error.code === 'EAGAIN' ? RETRY_MS : FLUSH_MS);
      rest = rest.subarray(bytes);
      if (rest.length > 0 || length >= FLUSH_LENGTH) flush();
      else if (length > 0) flushLater();
      else if (lost > told) {
        const lines = lost - told;
        told = lost;
        onWorksAgain(lines);
      }
    });
  }

  function flushLater(milliseconds = FLUSH_MS): void {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      flush();
    }, milliseconds).unref();
  }

  process.on('exit', () => {
    // The thread that has these bytes ends its write, and can't say so any more.
    if (isWriting) rest = Buffer.alloc(0);
    if (writeNow(fd, rest)) writeNow(fd, lines.join(''));
  });

  return {
    write(line: string): void {
      if (rest.length + length + line.length > MAX_WAITING) {
        lost++;
        return;
      }
      lines.push(line);
      length += line.length;
      if (length >= FLUSH_LENGTH && !isRefused) flush();
      else flushLater();
    },
    lostLines: (): number => lost,
  };
}

/** Writes from this thread: a thread of the pool that waits for a reader would hold up the end of the process. */
function writeToPipe(fd: number) {
  return (bytes: Buffer, done: Written): void => {
    let error: NodeJS.ErrnoException | null = null;
    let written = 0;
    try {
      written = writeSync(fd, bytes);
    } catch (refusal) {
      error = refusal as NodeJS.ErrnoException;
    }
    done(error, written);
  };
}
