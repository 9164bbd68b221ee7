// @ts-check
/** Runs the load generator wrk (https://github.com/wg/wrk) with load.lua. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { processorMs } from './process.mjs';
import { sourceText } from './text.mjs';

const COMMAND = 'wrk';
const CONNECTIONS = 16;
/** wrk counts a slower response as an error. */
const TIMEOUT_SECONDS = 10;
/** Longer than any measurement; open-ended loads are stopped. */
const UNTIL_STOPPED_SECONDS = 3_600;
/** The same placeholder as in load.lua. */
const PLACEHOLDER = '@placeholder-of-24-bytes';
const TOKEN_BYTES = 6;
const ROUNDS = 3;

/** @typedef {import('./workspace.mjs').Workspace} Workspace */
/** @typedef {import('./servers.mjs').Server} Server */

/**
 * Figures of one run. Latencies are wrk's, which adds the requests that a slow response delayed.
 * @typedef {object} Measured
 * @property {number} perSecond
 * @property {number} p50Ms
 * @property {number} p99Ms
 * @property {number} maxMs
 * @property {number} processorMs of the server for each request, without the load program's
 * @property {number} errors connections, time-outs and statuses above 399
 */

/** Returns the arguments of load.lua, which say what to send. @typedef {(server: Server) => string[]} Load */

/** @returns {string | null} null when wrk isn't installed */
export function wrkVersion() {
  const { stdout } = spawnSync(COMMAND, ['--version'], { encoding: 'utf8' });
  return stdout?.match(/^wrk (\S+)/)?.[1] ?? null;
}

/**
 * Creates pastes, each with a content of its own.
 * @param {Workspace} workspace
 * @param {number} bytes of content
 * @returns {Load}
 */
export function createLoad(workspace, bytes) {
  return (server) => {
    const { type, body } = server.newPaste(PLACEHOLDER + sourceText(bytes - PLACEHOLDER.length));
    const file = workspace.path(`create-${bytes}-${server.name}.txt`);
    writeFileSync(file, body);
    return ['create', server.createPath, file, randomBytes(TOKEN_BYTES).toString('hex'), type];
  };
}

/**
 * Reads these pastes, one after the other.
 * @param {Workspace} workspace
 * @param {string} name
 * @param {readonly string[]} ids
 * @returns {Load}
 */
export function readLoad(workspace, name, ids) {
  return (server) => {
    const file = workspace.path(`${name}-${server.name}.txt`);
    writeFileSync(file, ids.map((id) => `${server.readPath(id)}\n`).join(''));
    return ['read', file];
  };
}

/**
 * @param {Workspace} workspace
 * @param {Server} server
 * @param {Load} load
 * @param {number} [seconds] without: until it is stopped
 * @returns {{ stop(): void, measured: Promise<Measured> }}
 */
export function startWrk(workspace, server, load, seconds = UNTIL_STOPPED_SECONDS) {
  const script = fileURLToPath(new URL('load.lua', import.meta.url));
  const options = ['--threads', '1', '--connections', `${CONNECTIONS}`, '--duration', `${seconds}s`, '--timeout', `${TIMEOUT_SECONDS}s`];
  const before = processorMs(server.pid);
  const { child, output } = workspace.run(COMMAND, [...options, '--script', script, server.origin, '--', ...load(server)]);
  // wrk then prints its results.
  return { stop: () => void child.kill('SIGINT'), measured: output.then((text) => parse(text, processorMs(server.pid) - before)) };
}

/**
 * @param {string} output
 * @param {number} allProcessorMs of the whole run
 * @returns {Measured}
 */
function parse(output, allProcessorMs) {
  const line = output.split('\n').find((text) => text.startsWith('{'));
  if (!line) throw new Error(`no result from wrk:\n${output}`);
  const { requests, seconds, p50Ms, p99Ms, maxMs, errors } = JSON.parse(line);
  return { perSecond: requests / seconds, p50Ms, p99Ms, maxMs, processorMs: allProcessorMs / requests, errors };
}

/**
 * Loads servers in turn: each once to warm up, then three rounds.
 * @template {readonly { server: Server, load: Load }[] | []} Sides
 * @param {Workspace} workspace
 * @param {number} seconds of one round
 * @param {Sides} sides
 * @returns {Promise<{ [Index in keyof Sides]: Measured }>} the medians of each
 */
export async function alternate(workspace, seconds, sides) {
  const run = (/** @type {{ server: Server, load: Load }} */ { server, load }) => startWrk(workspace, server, load, seconds).measured;
  for (const side of sides) await run(side);
  const rounds = sides.map(() => /** @type {Measured[]} */ ([]));
  for (let round = 0; round < ROUNDS; round++) for (const [index, side] of sides.entries()) rounds[index]?.push(await run(side));
  return /** @type {{ [Index in keyof Sides]: Measured }} */ (/** @type {unknown} */ (rounds.map(medians)));
}

/**
 * The median of each figure; but the highest maximum, and all errors.
 * @param {readonly Measured[]} rounds
 * @returns {Measured}
 */
function medians(rounds) {
  const median = (/** @type {(result: Measured) => number} */ figure) =>
    rounds.map(figure).sort((x, y) => x - y)[Math.floor(rounds.length / 2)] ?? Number.NaN;
  return {
    perSecond: median(({ perSecond }) => perSecond),
    p50Ms: median(({ p50Ms }) => p50Ms),
    p99Ms: median(({ p99Ms }) => p99Ms),
    maxMs: Math.max(...rounds.map(({ maxMs }) => maxMs)),
    processorMs: median((result) => result.processorMs),
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
  };
}
