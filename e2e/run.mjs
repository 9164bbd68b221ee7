// @ts-check
/**
 * `npm test` runs every part of the tests, prints the time of each, and ends with one line for all of them.
 * `npm test -- PATH …` runs only the named files, each with its runner.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The last line of each test program; before it stands a line for each failure. */
const CLOSING_LINE = /^(\d+) passed, (\d+) failed/gm;
const FAILURE = /^failed: .+$/gm;
const isTerminal = process.stdout.isTTY === true;

/** @typedef {{ name: string, seconds: number, passed: number, failed: number, failures: string[] }} Result */

/** @type {Result[]} */
const results = [];

/**
 * Runs one part to its end.
 * @param {string} name
 * @param {string[]} command
 * @param {{ isQuiet?: boolean, environment?: Record<string, string> }} [options] isQuiet: shows the output only at the end, so
 *   that it doesn't mix with another part's
 * @returns {Promise<boolean>} whether it succeeded
 */
async function part(name, [program = '', ...args], { isQuiet = false, environment = {} } = {}) {
  const startedAt = performance.now();
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment, ...(isTerminal ? { FORCE_COLOR: '1' } : {}) },
  });
  let output = '';
  for (const [stream, to] of /** @type {const} */ ([
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
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
 * both at once would take as long and make each other wait. The helm tests mostly wait for what they install.
 */
async function everything() {
  if (!(await part('bundles', ['node', 'scripts/build.mjs', '--bundles']))) return;
  const pages = part('pages', ['node', 'scripts/build.mjs', '--pages'], { isQuiet: true });
  await part('check', npm('check:sources'), { isQuiet: true });
  const helm = part('helm', npm('test:helm'), { isQuiet: true });
  await part('unit and component', npm('test:unit'), { environment: { TEST_BUNDLES: 'made' } });
  await helm;
  if (!(await pages)) return;
  await part('http', npm('test:http'));
  await part('browser', npm('test:browser'));
}

/** @param {string[]} paths */
async function only(paths) {
  const files = paths.flatMap(testFilesUnder);
  const inBrowser = files.filter((file) => file.endsWith('.spec.ts'));
  const inNode = files.filter((file) => !file.endsWith('.spec.ts'));
  if (inNode.length > 0) await part('vitest', ['node_modules/.bin/vitest', 'run', ...inNode]);
  if (inBrowser.length > 0) await part('browser', npm('test:browser', '--', ...inBrowser));
}

/**
 * @param {string} path a file or a folder
 * @returns {string[]}
 */
function testFilesUnder(path) {
  if (!existsSync(path)) throw new Error(`${path}: no such file or folder`);
  if (!statSync(path).isDirectory()) return [path];
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) => join(path, file));
  const found = files.filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !file.includes('node_modules'));
  if (found.length === 0) throw new Error(`${path}: no tests there`);
  return found;
}

const paths = process.argv.slice(2);
try {
  await (paths.length > 0 ? only(paths) : everything());
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
// The failures are repeated at the end, because some people see only the last lines.
if (total.failed > 0) console.log(`\n${results.flatMap(({ failures }) => failures).join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
