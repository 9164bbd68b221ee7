/** Shows a link: as a QR code, and on the clipboard by the desktop's program for that, or else by the terminal, also through SSH. */

import { spawn } from 'node:child_process';
import { renderUnicodeCompact } from 'uqr';
import type { Context } from './context';
import type { Environment } from './places';
import { copyByTerminal, writeError, writeFailure } from './terminal';

/** Shows a link that was printed in the other ways that the options name. It exists already, so a failure ends nothing. */
export async function showLink({ values, env, tell }: Context, url: string): Promise<void> {
  if (values.qr) writeError(`${renderUnicodeCompact(url)}\n`);
  if (!values.copy) return;
  if (await copyText(url, env)) tell('The link is copied.');
  else writeFailure('The link is not copied: there is no clipboard here.');
}

/** Programs that take the text on standard input, the best first. */
function programsFor({ DISPLAY, WAYLAND_DISPLAY, WSL_DISTRO_NAME }: Environment): string[] {
  return [
    ...(process.platform === 'darwin' ? ['pbcopy'] : []),
    ...(process.platform === 'win32' || WSL_DISTRO_NAME ? ['clip.exe'] : []),
    ...(WAYLAND_DISPLAY ? ['wl-copy'] : []),
    ...(DISPLAY ? ['xclip -selection clipboard', 'xsel --clipboard --input'] : []),
  ];
}

/** @returns false when nothing on this machine takes it */
async function copyText(text: string, env: Environment): Promise<boolean> {
  for (const program of programsFor(env)) if (await gives(program.split(' '), text, env)) return true;
  return copyByTerminal(text);
}

function gives([program = '', ...args]: string[], text: string, env: Environment): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'ignore', 'ignore'] });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
}
