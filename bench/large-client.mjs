// @ts-check
/**
 * The client of large pastes, in its own process, so that its work delays no other timer. It performs the tasks it is
 * sent, and replies to each with its figures.
 */
import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { escapedText, sourceText } from './text.mjs';

/** The largest content there may be. */
const CONTENT_BYTES = 10 * 1024 * 1024;
const PASTES_PATH = '/api/v1/pastes';

/**
 * @typedef {object} Task
 * @property {string} origin
 * @property {'create' | 'read' | 'create and read'} what creates or reads go all at once, "create and read" one by one
 * @property {'text' | 'escapes'} kind
 * @property {number} count
 */

/** @typedef {{ createMs: number[], readMs: number[], bodyBytes: number }} Done how long each took */

const agent = new Agent({ keepAlive: true });
/** The pastes created last, to be read. @type {string[]} */
let ids = [];

/** @type {Partial<Record<Task['kind'], { body: Buffer, digest: string }>>} */
const prepared = {};

/** @param {Task['kind']} kind */
function prepare(kind) {
  const content = kind === 'text' ? sourceText(CONTENT_BYTES) : escapedText(CONTENT_BYTES);
  return { body: Buffer.from(JSON.stringify({ content })), digest: createHash('sha256').update(content).digest('hex') };
}

process.on('message', (/** @type {Task} */ task) => void perform(task).then((done) => process.send?.(done)));

/**
 * @param {Task} task
 * @returns {Promise<Done>}
 */
async function perform({ origin, what, kind, count }) {
  const { body, digest } = (prepared[kind] ??= prepare(kind));
  const done = { createMs: /** @type {number[]} */ ([]), readMs: /** @type {number[]} */ ([]), bodyBytes: body.length };
  const times = Array.from({ length: count });

  async function create() {
    const startedAt = performance.now();
    const response = await exchange('POST', origin + PASTES_PATH, 201, body);
    done.createMs.push(performance.now() - startedAt);
    return /** @type {string} */ (JSON.parse(response.head).publicId);
  }
  /** @param {string} id */
  async function read(id) {
    const startedAt = performance.now();
    const { bytes } = await exchange('GET', `${origin}${PASTES_PATH}/${id}`, 200);
    done.readMs.push(performance.now() - startedAt);
    // The JSON of the content is as long as the one that was sent.
    if (bytes < body.length) throw new Error(`paste ${id} was returned incomplete`);
  }

  if (what === 'create') {
    ids = await Promise.all(times.map(create));
    const raw = await exchange('GET', `${origin}/raw/${ids[0]}`, 200);
    if (raw.digest !== digest) throw new Error(`paste ${ids[0]} was returned changed`);
  } else if (what === 'read') await Promise.all(ids.map(read));
  else for (const _ of times) await read(await create());
  return done;
}

/**
 * @param {string} method
 * @param {string} url
 * @param {number} status expected
 * @param {Buffer} [body]
 * @returns {Promise<{ head: string, bytes: number, digest: string }>} the beginning, length and SHA-256 of the response
 */
function exchange(method, url, status, body) {
  return new Promise((resolve, reject) => {
    const headers = body ? { 'Content-Type': 'application/json', 'Content-Length': body.length } : {};
    const outgoing = request(url, { method, headers, agent }, (response) => {
      // Hash only the responses that are compared.
      const hash = url.includes('/raw/') ? createHash('sha256') : null;
      let bytes = 0;
      let head = '';
      response.on('data', (/** @type {Buffer} */ piece) => {
        if (bytes === 0) head = piece.toString('utf8', 0, 4096);
        bytes += piece.length;
        hash?.update(piece);
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode !== status) reject(new Error(`expected status ${status}, got ${response.statusCode}: ${head}`));
        else resolve({ head, bytes, digest: hash?.digest('hex') ?? '' });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
