/** Asks a person at the terminal, even when standard input is a pipe. */
import { openSync } from 'node:fs';
import type { ReadStream } from 'node:tty';
import { CliError, EXIT } from './exit';
import { writeError } from './terminal';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const ERASE = /[\b\u007f]/;

/** @returns the terminal, or null without one */
async function openTerminal(): Promise<ReadStream | null> {
  if (process.stdin.isTTY) return process.stdin as unknown as ReadStream;
  try {
    const tty = await import('node:tty');
    return new tty.ReadStream(openSync('/dev/tty', 'r'));
  } catch {
    return null;
  }
}

/**
 * Asks for a secret without showing what is typed.
 * @returns null when there is no terminal
 * @throws CliError interrupted for Ctrl+C
 */
export async function askSecret(question: string): Promise<string | null> {
  const terminal = await openTerminal();
  if (!terminal) return null;
  // Raw mode comes before the question: not even the first typed character may show.
  terminal.setRawMode(true);
  writeError(question);
  terminal.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    let typed: string[] = [];
    const finish = (settle: () => void) => {
      terminal.off('data', take);
      terminal.setRawMode(false);
      terminal.pause();
      writeError('\n');
      settle();
    };
    const take = (text: string) => {
      for (const character of text) {
        if (character === CTRL_C) return finish(() => reject(new CliError(EXIT.interrupted, 'Interrupted')));
        if (character === '\r' || character === '\n' || character === CTRL_D) return finish(() => resolve(typed.join('')));
        if (ERASE.test(character)) typed = typed.slice(0, -1);
        else typed.push(character);
      }
    };
    terminal.on('data', take);
    terminal.resume();
  });
}
