// @ts-check
/**
 * Provides the browser for the browser tests: Debian's headless shell of Chromium or its Chromium if installed, else the shell
 * from apt (as root), else Playwright's download.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const SYSTEM_CHROMIUMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/**
 * @param {string} command
 * @param {string[]} args
 */
function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0;
}

const isRoot = process.getuid?.() === 0;
const hasBrowser =
  SYSTEM_CHROMIUMS.some((path) => existsSync(path)) ||
  (isRoot &&
    existsSync('/usr/bin/apt-get') &&
    succeeds('apt-get', ['update', '-qq']) &&
    succeeds('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'])) ||
  succeeds(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', '--only-shell', 'chromium']);

if (!hasBrowser) {
  console.error(
    'No browser for the browser tests: install Chromium so that /usr/bin/chromium-headless-shell or /usr/bin/chromium exists, or let Playwright download its own.',
  );
  process.exit(1);
}
