// @ts-check
/**
 * `npm run bench`: measures the production build on this machine and prints the figures without judging them.
 * docs/performance.md explains them.
 *
 *   --seconds N   length of one round of load (default 5)
 *   --only NAME   one section: start, throughput, large, store, many, pages or webhooks
 *   --runs N      times each link of the section pages is opened (default 5)
 *   --before DIR  also measure another version in the section throughput: a checkout of it, built
 *   --haste DIR   also measure haste-server in the section throughput: a checkout with its packages installed
 *   --filled N    pastes of 1 KiB in the filled database of the section throughput (default 300,000)
 *   --rows N      pastes in the large database of the section many (default 1,000,000)
 *   --json FILE   also write all figures to FILE
 *
 * Needs wrk, and Chromium for the section pages. Uses only the loopback interface and a temporary folder (TMPDIR=…), whose disk
 * decides how fast a commit is.
 */
import { execFileSync } from 'node:child_process';
import { statfsSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { parseArgs } from 'node:util';
import { isBuilt, rootDir } from '../scripts/source-hash.mjs';
import { measureLarge } from './large.mjs';
import { measureMany } from './many.mjs';
import { measurePages } from './pages.mjs';
import { megabytes } from './print.mjs';
import { measureStart } from './start.mjs';
import { measureStore } from './store.mjs';
import { measureThroughput } from './throughput.mjs';
import { measureWebhooks } from './webhooks.mjs';
import { createWorkspace } from './workspace.mjs';
import { wrkVersion } from './wrk.mjs';

/** statfs(2), linux/magic.h: a file system in memory, which makes every commit look free. */
const TMPFS = 0x01021994;

const SECTIONS = {
  start: measureStart,
  throughput: measureThroughput,
  large: measureLarge,
  store: measureStore,
  many: measureMany,
  pages: measurePages,
  webhooks: measureWebhooks,
};

const values = parseOptions();
const options = {
  seconds: wholeNumber('seconds', values.seconds, 1),
  rows: wholeNumber('rows', values.rows, 300_000),
  runs: wholeNumber('runs', values.runs, 1),
  filled: wholeNumber('filled', values.filled, 0),
  before: values.before,
  haste: values.haste,
};
const sections = Object.entries(SECTIONS).filter(([name]) => values.only === undefined || values.only === name);
if (sections.length === 0) quit(`--only: expected one of ${Object.keys(SECTIONS).join(', ')}`);
const wrk = wrkVersion() ?? quit('install wrk (apt-get install wrk)');

if (!isBuilt()) execFileSync('npm', ['run', '--silent', 'build'], { cwd: rootDir, stdio: 'inherit' });
const workspace = createWorkspace();
const machine = describeMachine();
console.log(Object.values(machine).join(', '));
if (statfsSync(workspace.dir).type === TMPFS)
  console.log('The temporary folder is in memory, where a commit costs nothing. Set TMPDIR to a folder on a disk.');

/** @type {Record<string, unknown>} */
const results = {};
for (const [name, measure] of sections) {
  results[name] = await measure(workspace, options);
  workspace.clear();
}
if (values.json)
  writeFileSync(values.json, `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, options, ...results }, null, 2)}\n`);

function describeMachine() {
  const [first] = cpus();
  return {
    processor: `${cpus().length} × ${first?.model.trim()}`,
    memory: `${megabytes(totalmem())} of memory`,
    system: `${type()} ${release()}`,
    node: `Node ${process.version}`,
    wrk: `wrk ${wrk}`,
  };
}

function parseOptions() {
  try {
    return parseArgs({
      options: {
        seconds: { type: 'string', default: '5' },
        rows: { type: 'string', default: '1000000' },
        runs: { type: 'string', default: '5' },
        filled: { type: 'string', default: '300000' },
        before: { type: 'string' },
        haste: { type: 'string' },
        only: { type: 'string' },
        json: { type: 'string' },
      },
    }).values;
  } catch (error) {
    return quit(/** @type {Error} */ (error).message);
  }
}

/**
 * @param {string} name
 * @param {string} text
 * @param {number} least
 */
function wholeNumber(name, text, least) {
  const value = Number(text);
  return Number.isInteger(value) && value >= least ? value : quit(`--${name}: expected a whole number from ${least}`);
}

/**
 * @param {string} message
 * @returns {never}
 */
function quit(message) {
  console.error(message);
  process.exit(1);
}
