// @ts-check
/**
 * `npm test` runs what each change must pass, `npm run prove` all tests (support/scope.mjs). Both print the time of each part
 * and end with one line for all of them. `npm test -- PATH …` runs the tests of these files and folders, each with its runner;
 * those of a source are all that import it.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The last line of each test program; before it stands a line for each failure. */
const CLOSING_LINE = /^(\d+) passed, (\d+) failed/gm;
const FAILURE = /^failed: .+$/gm;
const SLOW = /^slow: (\d+\.\d) s .+$/gm;
const isTerminal = process.stdout.isTTY === true;

/** @typedef {{ name: string, seconds: number, passed: number, failed: number, failures: string[] }} Result */

/** @type {Result[]} */
const results = [];
/** The slowest tests of each program. @type {{ line: string, seconds: number }[]} */
const slow = [];

/**
 * Runs one part to its end.
 * @param {string} name
 * @param {string[]} command
 * @param {{ isQuiet?: boolean, environment?: Record<string, string>, onOutput?: (output: string) => unknown }} [options] isQuiet: shows
 *   the output only at the end, so that it doesn't mix with another part's. onOutput gets all of it so far
 * @returns {Promise<boolean>} whether it succeeded
 */
async function part(name, [program = '', ...args], { isQuiet = false, environment = {}, onOutput } = {}) {
  const startedAt = performance.now();
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TEST_SLOWEST: 'printed', ...environment, ...(isTerminal ? { FORCE_COLOR: '1' } : {}) },
  });
  let output = '';
  for (const [stream, to] of /** @type {const} */ ([
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
      onOutput?.(output);
      if (!isQuiet) to.write(text);
    });
  }
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (isQuiet) process.stdout.write(output);
  const ok = code === 0;
  let [passed, failed] = [0, 0];
  for (const [, more, less] of output.matchAll(CLOSING_LINE)) {
    passed += Number(more);
    failed += Number(less);
  }
  for (const [line, seconds] of output.matchAll(SLOW)) slow.push({ line, seconds: Number(seconds) });
  /** @type {string[]} */
  const failures = output.match(FAILURE) ?? [];
  // A part that fails before it has counted its tests counts as one failure.
  if (!ok && failed === 0) {
    failed = 1;
    failures.push(`failed: ${name}: exit code ${code}`);
  }
  results.push({ name, seconds: (performance.now() - startedAt) / 1000, passed, failed, failures });
  return ok;
}

const npm = (/** @type {string[]} */ ...args) => ['npm', 'run', '--silent', ...args];

/**
 * Builds the pages while the tests that need none run. The http and browser tests then run one after the other: on two cores
 * both at once would take as long and make each other wait.
 */
async function everyChange() {
  let begin = (/** @type {boolean} */ _) => {};
  const pages = new Promise((resolve) => (begin = resolve));
  const built = part('build', npm('build'), { isQuiet: true, onOutput: (output) => output.includes('Building the pages') && begin(true) });
  // Tests of sources need the bundles, which come first.
  if (!(await Promise.race([pages, built]))) return;
  await part('check', npm('check:sources'), { isQuiet: true });
  await part('unit and component', npm('test:unit'), { environment: { TEST_BUNDLES: 'made' } });
  if (!(await built)) return;
  await part('http', npm('test:http'));
  await part('browser', npm('test:browser'));
}

const BOTH_ENGINES = { TEST_PROCESSES_ON: 'sqlite,postgresql' };

/** Runs all tests, those of races and crashes many times. */
async function prove() {
  await everyChange();
  await part('outages', vitest('unit*', 'lib/mail', 'lib/messenger', 'lib/webhooks', '-t', 'ten minutes'), {
    environment: { PROVE_MESSAGES: '10000' },
  });
  await part('model of approvals', vitest('unit*', 'lib/pastes/reading/paste-waiting.test.ts'), {
    environment: { PROVE_STEPS: '10000', PROVE_APPROVAL_ROUNDS: '25' },
  });
  await part('races and crashes', vitest('http', ...RACES_AND_CRASHES.map(httpTest)), {
    environment: { ...BOTH_ENGINES, PROVE_ROUNDS: '200' },
  });
  await part('object store', npm('test:store'), { environment: BOTH_ENGINES });
  for (const name of ['helm', 's3', 'api-tools', 'firefox', 'extension', 'below-path', 'reproducible'])
    await part(name, npm(`test:${name}`));
}

const RACES_AND_CRASHES = [
  'burn',
  'claims',
  'claims-crash',
  'approvals-crash',
  'requests',
  'durability',
  'web-crash',
  'deliveries-crash',
  'audit-crash',
  'failover',
];
const httpTest = (/** @type {string} */ name) => `e2e/http/${name}.test.ts`;
const vitest = (/** @type {string} */ project, /** @type {string[]} */ ...args) => [
  'node_modules/.bin/vitest',
  'run',
  '--project',
  project,
  ...args,
];

/** @param {string[]} paths */
async function only(paths) {
  process.env.TEST_SCOPE = 'whole';
  const files = paths.flatMap(filesOf);
  const inBrowser = files.filter((file) => file.endsWith('.spec.ts'));
  const inNode = files.filter((file) => TEST_IN_NODE.test(file));
  const sources = files.filter((file) => !TEST.test(file));
  if (sources.length > 0)
    await part('related', ['node_modules/.bin/vitest', 'related', '--run', '--project', 'unit*', '--project', 'component*', ...sources]);
  if (inNode.length > 0) await part('vitest', ['node_modules/.bin/vitest', 'run', ...inNode]);
  if (inBrowser.length > 0) await part('browser', npm('test:browser', '--', ...inBrowser));
}

const TEST = /\.(test|spec)\.tsx?$/;
const TEST_IN_NODE = /\.test\.tsx?$/;

/**
 * @param {string} path a file or a folder
 * @returns {string[]} the file, or the tests in the folder
 */
function filesOf(path) {
  if (!existsSync(path)) throw new Error(`${path}: no such file or folder`);
  if (!statSync(path).isDirectory()) return [path];
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) => join(path, file));
  const found = files.filter((file) => TEST.test(file) && !file.includes('node_modules'));
  if (found.length === 0) throw new Error(`${path}: no tests there`);
  return found;
}

const paths = process.argv.slice(2);
try {
  if (paths[0] === '--prove') {
    process.env.TEST_SCOPE = 'whole';
    await prove();
  } else await (paths.length > 0 ? only(paths) : everyChange());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  results.push({ name: 'arguments', seconds: 0, passed: 0, failed: 1, failures: [] });
}

const total = { name: 'all', seconds: process.uptime(), passed: 0, failed: 0 };
for (const { passed, failed } of results) {
  total.passed += passed;
  total.failed += failed;
}
console.log('');
for (const { name, seconds, passed, failed } of [...results, total])
  console.log(`${name.padEnd(20)} ${seconds.toFixed(1).padStart(7)} s  ${passed} passed ${failed} failed`);
const slowest = slow.sort((one, other) => other.seconds - one.seconds).slice(0, 20);
if (slowest.length > 0) console.log(`\n${slowest.map(({ line }) => line).join('\n')}`);
// The failures are repeated at the end, because some people see only the last lines.
if (total.failed > 0) console.log(`\n${results.flatMap(({ failures }) => failures).join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
