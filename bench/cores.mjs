// @ts-check
/**
 * How much more several processes compute than one when they share nothing: no number of web processes can surpass it.
 * The cores of a virtual machine are often two threads of one.
 *
 * `node bench/cores.mjs MS`: computes for so long what a web process computes, and prints how often it could.
 */
import { createCipheriv, createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';

const ROUND_MS = 1_000;
const ROUNDS = 5;

/**
 * @param {import('./workspace.mjs').Workspace} workspace
 * @param {number} processes
 * @returns {Promise<number>} times as much as one: the median of several rounds
 */
export async function measureCores(workspace, processes) {
  const script = fileURLToPath(import.meta.url);
  const run = async () => Number(await workspace.run(process.execPath, [script, `${ROUND_MS}`]).output);
  /** @type {number[]} */
  const ratios = [];
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await run();
    const together = await Promise.all(Array.from({ length: processes }, run));
    ratios.push(together.reduce((sum, own) => sum + own) / alone);
  }
  return ratios.sort((x, y) => x - y)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

/** @param {number} ms */
function computeFor(ms) {
  const key = Buffer.alloc(32, 1);
  const nonce = Buffer.alloc(12, 1);
  const until = performance.now() + ms;
  let times = 0;
  for (; performance.now() < until; times++) {
    const { content } = JSON.parse(`{"content":"${'text '.repeat(200)}"}`);
    const derived = createHmac('sha256', key).update(`${times}`).digest();
    const cipher = createCipheriv('aes-256-gcm', derived, nonce);
    cipher.update(content, 'utf8');
    cipher.final();
  }
  return times;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(computeFor(Number(process.argv[2])));
