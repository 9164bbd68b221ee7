// @ts-check
/**
 * The browser for the browser tests: Debian's Chromium where it is, else by apt as root, else
 * Playwright's own download.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const SYSTEM_CHROMIUM = '/usr/bin/chromium';

/**
 * @param {string} command
 * @param {string[]} args
 */
function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0;
}

const isRoot = process.getuid?.() === 0;
const hasBrowser =
  existsSync(SYSTEM_CHROMIUM) ||
  (isRoot &&
    existsSync('/usr/bin/apt-get') &&
    succeeds('apt-get', ['update', '-qq']) &&
    succeeds('apt-get', ['install', '-y', '-qq', 'chromium'])) ||
  succeeds(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);

if (!hasBrowser) {
  console.error('No browser for the browser tests: install Chromium so that /usr/bin/chromium exists, or let Playwright download its own.');
  process.exit(1);
}
