/** Shows a link: as a QR code, and on the clipboard by the desktop's program for that, or else by the terminal, also through SSH. */

import { spawnSync } from 'node:child_process';
import { renderUnicodeCompact } from 'uqr';
import type { Context } from './context';
import type { Environment } from './places';
import { copyByTerminal, writeError, writeFailure } from './terminal';

/** Shows a link that was printed in the other ways that the options name. It exists already, so a failure ends nothing. */
export async function showLink({ values, env, tell }: Context, url: string): Promise<void> {
  if (values.qr) writeError(`${renderUnicodeCompact(url)}\n`);
  if (!values.copy) return;
  if (programsFor(env).some((program) => takes(program, url, env)) || copyByTerminal(url)) tell('The link is copied.');
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

/** Gives the text to a program. @returns whether it took it */
function takes(command: string, text: string, env: Environment): boolean {
  const [program = '', ...args] = command.split(' ');
  return spawnSync(program, args, { input: text, env: { ...process.env, ...env }, stdio: ['pipe', 'ignore', 'ignore'] }).status === 0;
}
